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

function judgeRow(note: Note, answer: Answer, known: Known): readonly string[] {
  const { kind } = note.action
  if (kind === 'reset') return []
  const data = answer.data as CloseAnswer
  const row = known.orders.get(data.Id)
  if (row === undefined) return [`order ${data.Id} is not there`]
  const priced = (steps: number | null) => (steps === null ? null : formatDecimal(steps, row.price_precision))
  const pairs: [what: string, answered: unknown, written: unknown][] = [
    ['user', note.userId, row.user_id],
    ['market', data.ForexTradeLists.Id, row.market_id],
    ['side', data.OrderType === 1 ? 'buy' : 'sell', row.side],
    ['placed on', data.receipt.placed.seq, row.placed.quote?.seq ?? null],
  ]
  if (data.receipt.opened !== null) {
    pairs.push(['opened on', data.receipt.opened.seq, row.opened?.quote?.seq])
    pairs.push(['open price', data.OriginPrice, priced(row.open_price)])
  }
  if (kind === 'place') {
    const lots = (known.parts.get(row.id) ?? []).reduce((sum, part) => sum + part.lots, row.lots)
    pairs.push(['lots', data.Quantity, formatDecimal(lots, 2)])
    if (row.asked_price !== null) pairs.push(['asked price', data.Price, priced(row.asked_price)])
  }
  if (kind === 'close') {
    pairs.push(['status', 'closed', row.status], ['cause', 'user', row.end_cause])
    pairs.push(['closed on', data.receipt.ended?.seq, row.ended?.quote?.seq])
    pairs.push(['close price', data.UpdatePrice, priced(row.close_price)])
    pairs.push(['profit', data.FactProfits, row.profit === null ? null : formatDecimal(row.profit, 6)])
    pairs.push(['lots', data.Quantity, formatDecimal(row.lots, 2)])
  }
  if (kind === 'cancel') pairs.push(['status', 'cancelled', row.status], ['cause', 'user', row.end_cause])
  return pairs
    .filter(([, answered, written]) => answered !== written)
    .map(([what, answered, written]) => `${what} was answered ${answered}, written ${written}`)
}
