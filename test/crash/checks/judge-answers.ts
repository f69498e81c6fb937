import { isDeepStrictEqual } from 'node:util'
import type { CloseAnswer } from '#contract/calls/close.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { Facts, OrderRow, OutcomeRow } from '#test/crash/checks/facts.ts'
import type { Answer } from '#test/crash/load/call-client.ts'
import { type Note, reasonOf } from '#test/crash/load/notebook.ts'

/** Whatever was answered is in the database as it was answered; of what was said not to be done there is nothing. */
export function judgeAnswers(facts: Facts, notes: readonly Note[]): readonly string[] {
  const outcomes = new Map(facts.outcomes.map((row) => [row.key, row]))
  const orders = new Map(facts.orders.map((row) => [row.id, row]))
  const parts = Map.groupBy(facts.orders, ({ parent_id }) => parent_id)
  return notes.flatMap((note) => {
    const kept = outcomes.get(note.key)
    const [answer, ...others] = note.definite
    const problems: string[] = []
    if (others.some((other) => !isDeepStrictEqual(other, answer)))
      problems.push('it was answered in two ways')
    if (answer === undefined && note.unknown === 0 && kept !== undefined)
      problems.push('it was said to be busy')
    if (answer !== undefined) problems.push(...judgeKept(note, answer, kept))
    if (answer?.code === 1) problems.push(...judgeRow(note, answer, { orders, parts }))
    return problems.map((problem) => `${note.key} (${note.action.kind}): ${problem}`)
  })
}

function judgeKept(note: Note, answer: Answer, kept: OutcomeRow | undefined): readonly string[] {
  if (kept === undefined) return ['it was answered and is not in the database']
  if (kept.user_id !== note.userId) return ['it is kept for somebody else']
  const { outcome } = kept
  if (answer.code === 0) {
    const isSame = outcome.kind === 'refused' && outcome.reason === reasonOf(answer)
    return isSame ? [] : ['it was refused for another reason than is kept']
  }
  if (outcome.kind !== 'done') return ['it was answered as done, and is kept as refused']
  const order = answer.data === null ? undefined : (answer.data as CloseAnswer).Id
  return outcome.orders[0]?.id === order ? [] : ['it was answered with another order than is kept']
}

type Known = {
  readonly orders: ReadonlyMap<number, OrderRow>
  readonly parts: ReadonlyMap<number | null, readonly OrderRow[]>
}

type Pair = readonly [what: string, answered: unknown, written: unknown]

function judgeRow(note: Note, answer: Answer, known: Known): readonly string[] {
  const { kind } = note.action
  if (kind === 'reset') return []
  const told = answer.data as CloseAnswer
  const row = known.orders.get(told.Id)
  if (row === undefined) return [`order ${told.Id} is not there`]
  const pairs = [
    ['user', note.userId, row.user_id] as const,
    ...pairsOfAny(told, row),
    ...(kind === 'place' ? pairsOfPlaced(told, row, known.parts.get(row.id) ?? []) : []),
    ...(kind === 'close' ? pairsOfClosed(told, row) : []),
    ...(kind === 'cancel' ? pairsOfEnd(row, 'cancelled') : []),
  ]
  return pairs
    .filter(([, answered, written]) => answered !== written)
    .map(([what, answered, written]) => `${what} was answered ${answered}, written ${written}`)
}

function pairsOfAny(told: CloseAnswer, row: OrderRow): readonly Pair[] {
  const { placed, opened } = told.receipt
  return [
    ['market', told.ForexTradeLists.Id, row.market_id],
    ['side', told.OrderType === 1 ? 'buy' : 'sell', row.side],
    ['placed on', placed.seq, row.placed.quote?.seq ?? null],
    // A price may have opened since what was pending.
    ['opened on', opened?.seq, opened === null ? undefined : row.opened?.quote?.seq],
    ['open price', told.OriginPrice, opened === null ? told.OriginPrice : priced(row, row.open_price)],
  ]
}

/** Parts of it may have been closed since. */
function pairsOfPlaced(told: CloseAnswer, row: OrderRow, parts: readonly OrderRow[]): readonly Pair[] {
  const lots = parts.reduce((sum, part) => sum + part.lots, row.lots)
  return [
    ['lots', told.Quantity, formatDecimal(lots, 2)],
    ['asked price', told.Price, row.asked_price === null ? told.OriginPrice : priced(row, row.asked_price)],
  ]
}

function pairsOfClosed(told: CloseAnswer, row: OrderRow): readonly Pair[] {
  return [
    ...pairsOfEnd(row, 'closed'),
    ['closed on', told.receipt.ended?.seq, row.ended?.quote?.seq],
    ['close price', told.UpdatePrice, priced(row, row.close_price)],
    ['profit', told.FactProfits, row.profit === null ? null : formatDecimal(row.profit, 6)],
    ['lots', told.Quantity, formatDecimal(row.lots, 2)],
  ]
}

function pairsOfEnd({ status, end_cause }: OrderRow, wanted: OrderRow['status']): readonly Pair[] {
  return [
    ['status', wanted, status],
    ['cause', 'user', end_cause],
  ]
}

function priced({ price_precision }: OrderRow, steps: number | null): string | null {
  return steps === null ? null : formatDecimal(steps, price_precision)
}
