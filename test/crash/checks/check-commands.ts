import type { Order } from '#core/order/order.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import type { DatabaseState, OrderRow } from '#test/crash/checks/database-state.ts'

/** The limit for late commands in docs/trading-rules.md. Repeated, so that the check does not use the tested code. */
const latestMs = 10_000

/**
 * Checks that each amendment, reversal and close of several orders was one decision, and that the rows agree with it.
 * Also checks that no command was carried out too long after its `seen_at`.
 */
export function checkCommands(
  { orders }: DatabaseState,
  entries: readonly JournalEntry[],
): readonly string[] {
  const rows = new Map(orders.map((row) => [row.id, row]))
  const problems = entries.flatMap((entry) => {
    const found = [...checkOrders(entry, rows), ...checkLate(entry)]
    return found.map((problem) => `${entry.command.kind} of user ${entry.command.userId}: ${problem}`)
  })
  return [...problems, ...checkAmendedRows(orders, rows)]
}

type Rows = ReadonlyMap<number, OrderRow>

function checkOrders({ command, outcome }: JournalEntry, rows: Rows): readonly string[] {
  if (outcome.kind !== 'decided') return []
  const { orders } = outcome.effects
  if (command.kind === 'close_many') return checkCloseMany(command.orders, orders)
  if (command.kind !== 'reverse_order' && command.kind !== 'amend_order') return []
  const old = orders.find(({ id }) => id === command.orderId)
  const fresh = orders.find(({ id }) => id !== command.orderId)
  if (old === undefined || fresh === undefined || orders.length !== 2)
    return [`order ${command.orderId} is not one of a pair: ${orders.map(({ id }) => id).join()}`]
  const isReversal = command.kind === 'reverse_order'
  return [
    ...(isReversal ? checkReversal(old, fresh) : checkAmendment(old, fresh)),
    ...checkPairOfRows(rows.get(old.id), rows.get(fresh.id), `${old.id} and ${fresh.id}`),
  ]
}

function checkReversal(old: Order, fresh: Order): readonly string[] {
  const isClosed = old.status === 'closed' && old.endCause === 'user'
  const isOther = fresh.status === 'open' && fresh.side !== old.side && fresh.marketId === old.marketId
  const isSame = fresh.lots === old.lots && fresh.leverage === old.leverage
  return isClosed && isOther && isSame ? [] : [`order ${fresh.id} is not the reverse of ${old.id}`]
}

function checkAmendment(old: Order, fresh: Order): readonly string[] {
  const isCancelled = old.status === 'cancelled' && old.endCause === 'amended'
  const isPlaced = fresh.status === 'pending' && fresh.side === old.side && fresh.marketId === old.marketId
  const isNamed = fresh.amendedFrom === old.id
  return isCancelled && isPlaced && isNamed ? [] : [`order ${fresh.id} does not replace ${old.id}`]
}

/** Checks that both rows exist and that the old order ended when the new one was placed. */
function checkPairOfRows(
  old: OrderRow | undefined,
  fresh: OrderRow | undefined,
  name: string,
): readonly string[] {
  if (old === undefined || fresh === undefined) return [`one of the orders ${name} is missing`]
  if (old.ended_at !== fresh.placed_at) return [`orders ${name} were not written together`]
  return []
}

function checkCloseMany(
  asked: readonly { readonly orderId: number }[],
  orders: readonly Order[],
): readonly string[] {
  const ids = new Set(asked.map(({ orderId }) => orderId))
  return orders
    .filter(({ id, status, endCause }) => !ids.delete(id) || status !== 'closed' || endCause !== 'user')
    .map(({ id }) => `order ${id} was changed in another way than closed once`)
}

/** Exempts `set_stops`, because removing a stop is never too late, and late commands that changed no order. */
function checkLate({ command, outcome, timeMs }: JournalEntry): readonly string[] {
  if (outcome.kind !== 'decided' || !('tapped' in command) || command.kind === 'set_stops') return []
  const atMs = command.tapped?.atMs ?? null
  const isLate = atMs !== null && timeMs - atMs > latestMs
  return isLate && outcome.effects.orders.length > 0 ? [`done ${timeMs - atMs} ms after it was seen`] : []
}

/** Every amended order has exactly one successor, and every successor refers to an amended order. */
function checkAmendedRows(orders: readonly OrderRow[], rows: Rows): readonly string[] {
  const successors = Map.groupBy(
    orders.filter(({ amended_from }) => amended_from !== null),
    ({ amended_from }) => amended_from,
  )
  const orphans = [...successors.keys()].filter((id) => id === null || rows.get(id)?.end_cause !== 'amended')
  const wrong = orders.filter(
    ({ id, end_cause }) => end_cause === 'amended' && successors.get(id)?.length !== 1,
  )
  return [
    ...orphans.map((id) => `order ${id} was replaced, but is not cancelled as amended`),
    ...wrong.map(({ id }) => `order ${id} is amended and has ${successors.get(id)?.length ?? 0} successors`),
  ]
}
