import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type { CloseAnswer, CloseManyAnswer, ReverseAnswer } from '#contract/calls/trading.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { differences } from '#test/crash/checks/check-journal.ts'
import type { Facts, OrderRow } from '#test/crash/checks/database-state.ts'
import { type Answer, commandOf } from '#test/crash/load/call-client.ts'
import { answerOf, isBurned, type Note } from '#test/crash/load/key-log.ts'

/** Each order that was answered is in the database as it was answered. */
export function judgeAnswers(facts: Facts, notes: readonly Note[]): readonly string[] {
  const orders = new Map(facts.orders.map((row) => [row.id, row]))
  const parts = Map.groupBy(facts.orders, ({ parent_id }) => parent_id)
  return notes.flatMap((note) => {
    const answer = answerOf(note)
    const claims = answer?.code === 1 ? claimsOf(note, answer) : []
    const problems = claims.flatMap((claim) => judgeClaim(note, claim, { orders, parts }))
    return problems.map((problem) => `${note.key} (${note.action.kind}): ${problem}`)
  })
}

/** What an answer says was done to an order. */
type Claim = {
  readonly told: DecidedOrderFields
  readonly done: 'placed' | 'closed' | 'cancelled' | 'changed'
}

function claimsOf({ action }: Pick<Note, 'action'>, { data }: Answer): readonly Claim[] {
  const told = data as DecidedOrderFields
  switch (action.kind) {
    case 'place':
    case 'amend':
      return [{ told, done: 'placed' }]
    case 'close':
      return [{ told, done: 'closed' }]
    case 'cancel':
      return [{ told, done: 'cancelled' }]
    case 'set_stops':
      return [{ told, done: 'changed' }]
    case 'reverse':
      return [
        { told, done: 'placed' },
        { told: (data as ReverseAnswer).Closed, done: 'closed' },
      ]
    case 'close_many':
      return (data as CloseManyAnswer).results.flatMap(({ order }) =>
        order === null ? [] : [{ told: order, done: 'closed' as const }],
      )
    case 'reset':
      return []
    default:
      return ensureNever(action.kind)
  }
}

type Known = {
  readonly orders: ReadonlyMap<number, OrderRow>
  readonly parts: ReadonlyMap<number | null, readonly OrderRow[]>
}

type Pair = readonly [what: string, answered: unknown, written: unknown]

function judgeClaim({ userId }: Note, { told, done }: Claim, known: Known): readonly string[] {
  const row = known.orders.get(told.Id)
  if (row === undefined) return [`order ${told.Id} is not there`]
  const pairs = [
    ['user', userId, row.user_id] as const,
    ...pairsOfAny(told, row),
    ...(done === 'placed' ? pairsOfPlaced(told, row, known.parts.get(row.id) ?? []) : []),
    ...(done === 'closed' ? pairsOfClosed(told, row) : []),
    ...(done === 'cancelled' ? pairsOfEnd(row, 'cancelled') : []),
  ]
  return pairs
    .filter(([, answered, written]) => answered !== written)
    .map(([what, answered, written]) => `${what} was answered ${answered}, written ${written}`)
}

function pairsOfAny(told: DecidedOrderFields, row: OrderRow): readonly Pair[] {
  const { placed, opened } = told.receipt
  return [
    ['market', told.ForexTradeLists.Id, row.market_id],
    ['side', told.OrderType === 1 ? 'buy' : 'sell', row.side],
    ['leverage', told.Multiple, row.leverage],
    ['amended from', told.AmendedFrom, row.amended_from],
    ['placed on', placed.seq, row.placed.quote?.seq ?? null],
    // A price may have opened since what was pending.
    ['opened on', opened?.seq, opened === null ? undefined : row.opened?.quote?.seq],
    ['open price', told.OriginPrice, opened === null ? told.OriginPrice : priced(row, row.open_price)],
  ]
}

/** Parts of it may have been closed since. */
function pairsOfPlaced(told: DecidedOrderFields, row: OrderRow, parts: readonly OrderRow[]): readonly Pair[] {
  const lots = parts.reduce((sum, part) => sum + part.lots, row.lots)
  return [
    ['lots', told.Quantity, formatDecimal(lots, 2)],
    ['asked price', told.Price, row.asked_price === null ? told.OriginPrice : priced(row, row.asked_price)],
  ]
}

function pairsOfClosed(told: DecidedOrderFields, row: OrderRow): readonly Pair[] {
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

/** Nothing happened twice and nothing by itself. Asked only when every key has its definite answer. */
export function judgeEffects(
  { orders, outcomes }: Facts,
  entries: readonly JournalEntry[],
  notes: readonly Note[],
): readonly string[] {
  const claims = notes.flatMap((note) => {
    const answer = answerOf(note)
    return answer?.code === 1 ? claimsOf(note, answer) : []
  })
  const told = (done: Claim['done']) =>
    claims.filter((claim) => claim.done === done).map((claim) => claim.told)
  const placed = told('placed')
  // A part close makes a new order of the closed part.
  const parts = told('closed').filter((order) => (order as Partial<CloseAnswer>).Rest != null)
  const amended = placed.flatMap(({ AmendedFrom }) => AmendedFrom ?? [])
  const ended = (status: OrderRow['status'], cause: string) =>
    orders.filter((order) => order.status === status && order.end_cause === cause).map(({ id }) => String(id))
  return [
    ...differences('keys', notes.map(keyOf), outcomes.map(keyOf)),
    ...differences(
      'orders',
      [...placed, ...parts].map(idOf),
      orders.map(({ id }) => String(id)),
    ),
    ...differences('closes', told('closed').map(idOf), ended('closed', 'user')),
    ...differences('cancels', told('cancelled').map(idOf), ended('cancelled', 'user')),
    ...differences('amended orders', amended.map(String), ended('cancelled', 'amended')),
    ...differences('journal', notes.map(wordsOfNote), wordsOfJournal(entries)),
  ]
}

const idOf = ({ Id }: { readonly Id: number }) => String(Id)
const keyOf = ({ key }: { readonly key: string }) => key

/** One decision for each key. That of a burned key is the burning, and no other. */
function wordsOfNote(note: Note): string {
  const { userId, action, key } = note
  if (isBurned(note)) return `burn_key ${key} of user ${userId}, burned`
  return `${commandOf[action.kind]} of user ${userId}, ${answerOf(note)?.code === 1 ? 'decided' : 'refused'}`
}

/** Everything that was ever decided because somebody asked. */
function wordsOfJournal(entries: readonly JournalEntry[]): readonly string[] {
  return entries
    .filter(({ command }) => command.kind !== 'judge_tick' && command.kind !== 'open_account')
    .map(({ command, outcome }) => {
      const key = command.kind === 'burn_key' ? ` ${command.key}` : ''
      return `${command.kind}${key} of user ${command.userId}, ${outcome.kind}`
    })
}
