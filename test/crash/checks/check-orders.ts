import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type { CloseAnswer, CloseManyAnswer, ReverseAnswer } from '#contract/calls/trading.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { differences } from '#test/crash/checks/check-journal.ts'
import type { DatabaseState, OrderRow, OutcomeRow } from '#test/crash/checks/database-state.ts'
import { outcomesByRequest } from '#test/crash/checks/divided-requests.ts'
import { type Answer, commandOf } from '#test/crash/load/call-client.ts'
import { answerOf, isBurned, type KeyRecord } from '#test/crash/load/key-log.ts'

/** Checks that every order in an answer is stored with the same values. */
export function checkAnswers(state: DatabaseState, records: readonly KeyRecord[]): readonly string[] {
  const orders = new Map(state.orders.map((row) => [row.id, row]))
  const parts = Map.groupBy(state.orders, ({ parent_id }) => parent_id)
  return records.flatMap((record) => {
    const answer = answerOf(record)
    const claims = answer?.code === 1 ? claimsOf(record, answer) : []
    const problems = claims.flatMap((claim) => checkClaim(record, claim, { orders, parts }))
    return problems.map((problem) => `${record.key} (${record.action.kind}): ${problem}`)
  })
}

/** An order in an answer and what the answer says was done to it. */
type Claim = {
  readonly order: DecidedOrderFields
  readonly done: 'placed' | 'closed' | 'cancelled' | 'changed'
}

function claimsOf({ action }: Pick<KeyRecord, 'action'>, { data }: Answer): readonly Claim[] {
  const order = data as DecidedOrderFields
  switch (action.kind) {
    case 'place':
    case 'amend':
      return [{ order, done: 'placed' }]
    case 'close':
      return [{ order, done: 'closed' }]
    case 'cancel':
      return [{ order, done: 'cancelled' }]
    case 'set_stops':
      return [{ order, done: 'changed' }]
    case 'reverse':
      return [
        { order, done: 'placed' },
        { order: (data as ReverseAnswer).Closed, done: 'closed' },
      ]
    case 'close_many':
      return (data as CloseManyAnswer).results.flatMap(({ order }) =>
        order === null ? [] : [{ order, done: 'closed' as const }],
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

function checkClaim({ userId }: KeyRecord, { order, done }: Claim, known: Known): readonly string[] {
  const row = known.orders.get(order.Id)
  if (row === undefined) return [`order ${order.Id} is missing`]
  const pairs = [
    ['user', userId, row.user_id] as const,
    ...pairsOfAny(order, row),
    ...(done === 'placed' ? pairsOfPlaced(order, row, known.parts.get(row.id) ?? []) : []),
    ...(done === 'closed' ? pairsOfClosed(order, row) : []),
    ...(done === 'cancelled' ? pairsOfEnd(row, 'cancelled') : []),
  ]
  return pairs
    .filter(([, answered, written]) => answered !== written)
    .map(([what, answered, written]) => `${what} was answered ${answered}, written ${written}`)
}

function pairsOfAny(order: DecidedOrderFields, row: OrderRow): readonly Pair[] {
  const { placed, opened } = order.receipt
  return [
    ['market', order.ForexTradeLists.Id, row.market_id],
    ['side', order.OrderType === 1 ? 'buy' : 'sell', row.side],
    ['leverage', order.Multiple, row.leverage],
    ['amended from', order.AmendedFrom, row.amended_from],
    ['placed on', placed.seq, row.placed.quote?.seq ?? null],
    // A pending order may have been filled since the answer.
    ['opened on', opened?.seq, opened === null ? undefined : row.opened?.quote?.seq],
    ['open price', order.OriginPrice, opened === null ? order.OriginPrice : priced(row, row.open_price)],
  ]
}

/** Parts of the order may have been closed since the answer. */
function pairsOfPlaced(
  order: DecidedOrderFields,
  row: OrderRow,
  parts: readonly OrderRow[],
): readonly Pair[] {
  const lots = parts.reduce((sum, part) => sum + part.lots, row.lots)
  return [
    ['lots', order.Quantity, formatDecimal(lots, 2)],
    ['asked price', order.Price, row.asked_price === null ? order.OriginPrice : priced(row, row.asked_price)],
  ]
}

function pairsOfClosed(order: DecidedOrderFields, row: OrderRow): readonly Pair[] {
  return [
    ...pairsOfEnd(row, 'closed'),
    ['closed on', order.receipt.ended?.seq, row.ended?.quote?.seq],
    ['close price', order.UpdatePrice, priced(row, row.close_price)],
    ['profit', order.FactProfits, row.profit === null ? null : formatDecimal(row.profit, 6)],
    ['lots', order.Quantity, formatDecimal(row.lots, 2)],
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

/** Checks that nothing was done twice or without a request. Requires a definite answer for every key. */
export function checkEffects(
  { orders, outcomes }: DatabaseState,
  entries: readonly JournalEntry[],
  records: readonly KeyRecord[],
): readonly string[] {
  const claims = records.flatMap((record) => {
    const answer = answerOf(record)
    return answer?.code === 1 ? claimsOf(record, answer) : []
  })
  const requests = outcomesByRequest(outcomes)
  const further = new Map(requests.map((request) => [request.key, request.further]))
  const answered = (done: Claim['done']) =>
    claims.filter((claim) => claim.done === done).map((claim) => claim.order)
  const placed = answered('placed')
  // A partial close creates a new order for the closed part.
  const parts = answered('closed').filter((order) => (order as Partial<CloseAnswer>).Rest != null)
  const amended = placed.flatMap(({ AmendedFrom }) => AmendedFrom ?? [])
  const ended = (status: OrderRow['status'], cause: string) =>
    orders.filter((order) => order.status === status && order.end_cause === cause).map(({ id }) => String(id))
  return [
    ...differences('keys', records.map(keyOf), requests.map(keyOf)),
    ...differences(
      'orders',
      [...placed, ...parts].map(idOf),
      orders.map(({ id }) => String(id)),
    ),
    ...differences('closes', answered('closed').map(idOf), ended('closed', 'user')),
    ...differences('cancels', answered('cancelled').map(idOf), ended('cancelled', 'user')),
    ...differences('amended orders', amended.map(String), ended('cancelled', 'amended')),
    ...differences(
      'journal',
      records.flatMap((record) => describeRecord(record, further.get(record.key) ?? [])),
      describeEntries(entries),
    ),
  ]
}

const idOf = ({ Id }: { readonly Id: number }) => String(Id)
const keyOf = ({ key }: { readonly key: string }) => key

/**
 * The one decision that a key must have in the journal. For a burned key it is the entry that burned it. A divided
 * request has one for each of its commands.
 */
function describeRecord(record: KeyRecord, further: readonly OutcomeRow[]): readonly string[] {
  const { userId, action, key } = record
  const command = commandOf[action.kind]
  if (isBurned(record)) return [`burn_key ${key} of user ${userId}, burned`]
  const isDecided = answerOf(record)?.code === 1 || further.length > 0
  return [
    `${command} of user ${userId}, ${isDecided ? 'decided' : 'refused'}`,
    ...further.map(({ key, outcome }) =>
      outcome.kind === 'burned'
        ? `burn_key ${key} of user ${userId}, burned`
        : `${command} of user ${userId}, decided`,
    ),
  ]
}

/** Not requests of traders. The check of funds compares movements of money with their records. */
const otherCommands: readonly JournalEntry['command']['kind'][] = [
  'judge_tick',
  'open_account',
  'deposit',
  'request_withdrawal',
  'void_withdrawal',
  'advance_withdrawal',
  'adjust',
]

/** All decisions on requests of traders. */
function describeEntries(entries: readonly JournalEntry[]): readonly string[] {
  return entries
    .filter(({ command }) => !otherCommands.includes(command.kind))
    .map(({ command, outcome }) => {
      const key = command.kind === 'burn_key' ? ` ${command.key}` : ''
      return `${command.kind}${key} of user ${command.userId}, ${outcome.kind}`
    })
}
