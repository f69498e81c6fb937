import type { Order } from '#core/order/order.ts'
import type { AccountRecord, MovementRecord, TransferRecord } from '#server/engine/engine-store.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'

/** Checks the accounts that have changed since the last call. */
export function createMoneyCheck(tables: MemoryTables): () => readonly string[] {
  const versions = new Map<number, number>()
  return () => {
    const changed = [...tables.accounts.values()].filter(
      ({ userId, version }) => versions.get(userId) !== version,
    )
    for (const { userId, version } of changed) versions.set(userId, version)
    return changed.length === 0 ? [] : checkMoney(tables, changed)
  }
}

/**
 * Returns what must never be, whatever engine and oracle agree on: a debt without an open order, locked money without
 * its withdrawal, a movement booked twice or not at all, and balances that orders and movements do not explain.
 */
export function checkMoney(
  { accounts, orders, transfers, movements }: MemoryTables,
  checked: readonly AccountRecord[] = [...accounts.values()],
): readonly string[] {
  const users = new Set(checked.map(({ userId }) => userId))
  const isChecked = ({ userId }: { readonly userId: number }) => users.has(userId)
  const ordersOf = Map.groupBy([...orders.values()].filter(isChecked), ({ userId }) => userId)
  const movementsOf = Map.groupBy([...movements.values()].filter(isChecked), ({ userId }) => userId)
  return checked.flatMap((account) => {
    const { userId } = account
    const rows = {
      orders: ordersOf.get(userId) ?? [],
      movements: movementsOf.get(userId) ?? [],
      transfers: transfers.get(userId) ?? [],
    }
    const faults = [
      ...checkDebt(account, rows),
      ...checkLocked(account, rows),
      ...checkRoutes(rows),
      ...checkBook(account, rows),
    ]
    return faults.map((fault) => `user ${userId}: ${fault}`)
  })
}

type Rows = {
  readonly orders: readonly Order[]
  readonly movements: readonly MovementRecord[]
  readonly transfers: readonly TransferRecord[]
}

function checkDebt({ cash }: AccountRecord, { orders }: Rows): readonly string[] {
  const hasOpen = orders.some(({ status }) => status === 'open')
  return cash < 0 && !hasOpen ? [`the balance is ${cash} without an open order`] : []
}

const onTheWay: readonly string[] = ['locked', 'reviewing', 'approved', 'paying']

function checkLocked({ locked }: AccountRecord, { movements }: Rows): readonly string[] {
  const sum = sumOf(movements.filter(({ state }) => onTheWay.includes(state)).map(({ amount }) => amount))
  return locked === sum ? [] : [`${locked} is locked, the withdrawals on their way add up to ${sum}`]
}

/** Each movement has exactly the transfers of its state, and no other money moves without an order. */
function checkRoutes({ movements, transfers }: Rows): readonly string[] {
  const booked = transfers.filter(({ orderId, type }) => orderId === null && type !== 'demo')
  const found = Map.groupBy(booked, ({ reference }) => reference)
  const known = new Set(movements.map(({ reference }) => reference))
  const strange = [...found.keys()].filter((reference) => !known.has(reference))
  return [
    ...strange.map((reference) => `${reference} has transfers, but is no movement`),
    ...movements.flatMap((movement) => {
      const wanted = routesOf(movement).sort().join(', ')
      const given = (found.get(movement.reference) ?? []).map(describe).sort().join(', ')
      const isRight = wanted === given || (movement.state === 'adjusted' && downOf(wanted) === given)
      return isRight ? [] : [`${movement.reference} is ${movement.state}, but moved ${given || 'nothing'}`]
    }),
  ]
}

function describe({ amount, source, destination }: TransferRecord): string {
  return `${amount} ${source} ${destination}`
}

function downOf(up: string): string {
  return up.replace('adjustments cash', 'cash adjustments')
}

/** The table of docs/funds.md. An adjustment may also go down. */
function routesOf({ amount, state, terms }: MovementRecord): string[] {
  const lock = `${amount} cash locked`
  const fee = terms?.fee ?? 0
  const paid = [`${fee} locked fees`, `${amount - fee} locked withdrawals`]
  if (state === 'credited') return [`${amount} deposits cash`]
  if (state === 'adjusted') return [`${amount} adjustments cash`]
  if (onTheWay.includes(state)) return [lock]
  if (state === 'sent') return [lock, ...paid.filter((route) => !route.startsWith('0 '))]
  return state === 'returned' || state === 'cancelled' ? [lock, `${amount} locked cash`] : []
}

/** Cash and locked money are what came in and went out, the profits and fees of orders, write-offs and demo money. */
function checkBook({ cash, locked }: AccountRecord, { orders, movements, transfers }: Rows) {
  const ofOrders = orders.map(({ profit, fee, status }) =>
    status === 'open' || status === 'closed' ? (profit ?? 0) - fee : 0,
  )
  const ofMovements = movements.map(({ state, amount, reference }) => {
    if (state === 'credited') return amount
    if (state === 'sent') return -amount
    if (state !== 'adjusted') return 0
    return transfers.some((one) => one.reference === reference && one.source === 'cash') ? -amount : amount
  })
  const others = transfers
    .filter(({ type }) => type === 'demo' || type === 'write_off')
    .map(({ amount, source }) => (source === 'cash' ? -amount : amount))
  const difference = cash + locked - sumOf([...ofOrders, ...ofMovements, ...others])
  return difference === 0 ? [] : [`cash and locked money are ${difference} more than its records explain`]
}

/** Balances are at most 10^15, so sums of them are safe integers. */
function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
