import { createHash } from 'node:crypto'
import type { DatabaseState, JournalRow, OrderRow, TransferRow } from '#test/crash/checks/database-state.ts'

/** Checks consecutive numbers, the hash chain, non-decreasing epochs, and the lease at the end. */
export function checkJournal({ journal, lease }: DatabaseState): readonly string[] {
  const problems: string[] = []
  let hash = '00'.repeat(32)
  let epoch = 0
  for (const [at, row] of journal.entries()) {
    hash = hashOf(hash, row)
    if (row.seq !== at + 1) problems.push(`journal: ${row.seq} is at position ${at + 1}`)
    if (row.hash !== hash) problems.push(`journal: the chain breaks at ${row.seq}`)
    if (row.epoch < epoch) problems.push(`journal: ${row.seq} has epoch ${row.epoch}, after ${epoch}`)
    epoch = row.epoch
  }
  if (lease.last_seq !== journal.length) problems.push(`lease: it names batch ${lease.last_seq} as the last`)
  if (lease.last_hash !== hash) problems.push('lease: its hash is not that of the last batch')
  if (lease.epoch < epoch) problems.push(`lease: epoch ${lease.epoch}, but ${epoch} was written`)
  return problems
}

/** The rules of docs/verify.md, repeated, so that the check does not use the tested code. */
export function hashOf(before: string, { root, packed }: Pick<JournalRow, 'root' | 'packed'>): string {
  if (root === null) return sha256(before + packed)
  return sha256(Buffer.from(format2Tag).toString('hex') + before + root + sha256(packed))
}

const format2Tag = 'openlot journal, row of format 2'

function sha256(hex: string): string {
  return createHash('sha256').update(hex, 'hex').digest('hex')
}

/** Checks that every balance is the sum of its transfers, and that every order has its profit and fee transfers. */
export function checkLedger(state: DatabaseState): readonly string[] {
  return [...checkBalances(state), ...checkOrders(state)]
}

function checkBalances({ accounts, house, transfers }: DatabaseState): readonly string[] {
  const sums = new Map<string, bigint>()
  const add = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0n) + BigInt(amount))
  for (const { user_id, book, source, destination, amount } of transfers) {
    add(nameOf(source, user_id, book), -amount)
    add(nameOf(destination, user_id, book), amount)
  }
  const balances = new Map<string, bigint>()
  for (const { user_id, book, cash, locked } of accounts) {
    balances.set(nameOf('cash', user_id, book), BigInt(cash))
    balances.set(nameOf('locked', user_id, book), BigInt(locked))
  }
  for (const { book, account, balance } of house) balances.set(nameOf(account, 0, book), BigInt(balance))
  return [...new Set([...sums.keys(), ...balances.keys()])]
    .filter((name) => (sums.get(name) ?? 0n) !== (balances.get(name) ?? 0n))
    .map((name) => `ledger: ${name} is ${balances.get(name)}, the sum of its transfers is ${sums.get(name)}`)
}

function nameOf(account: string, userId: number, book: string): string {
  return account === 'cash' || account === 'locked' ? `${account} of user ${userId}` : `${book} ${account}`
}

function checkOrders({ orders, transfers }: DatabaseState): readonly string[] {
  const parts = Map.groupBy(orders, ({ parent_id }) => parent_id)
  const wanted = orders.flatMap((order) => [
    ...profitOf(order),
    ...(order.parent_id === null ? feeOf(order, parts.get(order.id) ?? []) : []),
  ])
  const found = transfers
    // The fee of a withdrawal has no order.
    .filter(({ type, order_id }) => type === 'trade_profit' || (type === 'fee' && order_id !== null))
    .map(describeTransfer)
  return differences('orders and transfers', wanted, found)
}

function profitOf({ id, user_id, profit }: OrderRow): readonly string[] {
  if (profit === null || profit === 0) return []
  const way =
    profit > 0 ? { source: 'trading', destination: 'cash' } : { source: 'cash', destination: 'trading' }
  return [describeTransfer({ type: 'trade_profit', order_id: id, user_id, ...way, amount: Math.abs(profit) })]
}

/** The fee is paid once, at the opening. Parts closed later carry their share of it. */
function feeOf({ id, user_id, fee, opened }: OrderRow, parts: readonly OrderRow[]): readonly string[] {
  const amount = parts.reduce((sum, part) => sum + part.fee, fee)
  if (opened === null || amount === 0) return []
  return [
    describeTransfer({ type: 'fee', order_id: id, user_id, source: 'cash', destination: 'fees', amount }),
  ]
}

type Told = Pick<TransferRow, 'type' | 'order_id' | 'user_id' | 'source' | 'destination' | 'amount'>

function describeTransfer({ type, order_id, user_id, source, destination, amount }: Told): string {
  return `${type} of order ${order_id}, user ${user_id}: ${amount} from ${source} to ${destination}`
}

/** Compares two lists regardless of order, but counts repeated items. */
export function differences(
  about: string,
  wanted: readonly string[],
  found: readonly string[],
): readonly string[] {
  const counts = new Map<string, number>()
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1)
  for (const one of wanted) counts.set(one, (counts.get(one) ?? 0) - 1)
  return [...counts].flatMap(([one, count]) => (count === 0 ? [] : [`${about}: ${one} ${wordsOf(count)}`]))
}

function wordsOf(count: number): string {
  return count > 0 ? `is there ${count} times too often` : `is missing ${-count} times`
}
