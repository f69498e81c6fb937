import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { LedgerAccount } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import type { BatchRecords, Lease, MovementRecord } from '#server/engine/engine-store.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'

/** Returns the errors in a batch, including everything that the database would refuse. */
export function checkBatch(tables: MemoryTables, last: Lease, batch: BatchRecords): readonly string[] {
  return [
    ...checkChain(last, batch),
    ...checkAccounts(tables, batch),
    ...checkTransfers(tables, batch),
    ...batch.orders.flatMap((order) => checkOrder(tables.orders.get(order.id), order)),
    ...batch.movements.flatMap((movement) =>
      checkMovement(tables.movements.get(movement.reference), movement),
    ),
    ...repeated('order', batch.orders, ({ id }) => id),
    ...repeated('account', batch.accounts, ({ userId }) => userId),
    ...repeated('movement', batch.movements, ({ reference }) => reference),
    ...repeated('outcome', batch.outcomes, ({ userId, key }) => `${userId} ${key}`),
  ]
}

function checkChain({ lastHash }: Lease, { seq, packed, root, hash }: BatchRecords): readonly string[] {
  const right = batchHash(lastHash, root, packed)
  return right.equals(hash) ? [] : [`batch ${seq} does not carry on the chain of hashes`]
}

/** The rule of docs/verify.md, repeated, so that the check does not use the tested code. */
export function batchHash(lastHash: Buffer, root: Buffer, packed: Buffer): Buffer {
  const parts = [Buffer.from('openlot journal, row of format 2'), lastHash, root, sha256(packed)]
  return sha256(Buffer.concat(parts))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/**
 * Checks that cash and locked money change only by transfers, that every transfer changes them, and that the version
 * counts the changes.
 */
function checkAccounts({ accounts }: MemoryTables, batch: BatchRecords): readonly string[] {
  const written = new Map(batch.accounts.map((account) => [account.userId, account]))
  const users = new Set([...written.keys(), ...batch.transfers.map(({ userId }) => userId)])
  return [...users].flatMap((userId) => {
    const account = written.get(userId)
    if (account === undefined) return [`user ${userId} has transfers but no account in the batch`]
    const before = accounts.get(userId)
    const faults: string[] = []
    for (const purse of ['cash', 'locked'] as const) {
      const moved = (before?.[purse] ?? 0) + movedInto(purse, userId, batch)
      if (moved !== account[purse])
        faults.push(`user ${userId} has ${purse} ${account[purse]}, its transfers make ${moved}`)
    }
    if (before !== undefined && (before.book !== account.book || before.openedAtMs !== account.openedAtMs))
      faults.push(`the account of user ${userId} was opened anew`)
    const { version, changes } = account
    if (changes < 1 || version !== (before?.version ?? 0) + changes)
      faults.push(`user ${userId} has version ${version} after ${before?.version} and ${changes} changes`)
    return faults
  })
}

function movedInto(purse: LedgerAccount, ofUser: number, { transfers }: BatchRecords): number {
  let sum = 0
  for (const { userId, source, destination, amount } of transfers) {
    if (userId !== ofUser) continue
    if (destination === purse) sum += amount
    if (source === purse) sum -= amount
  }
  return sum
}

function checkTransfers(tables: MemoryTables, { transfers, accounts, orders }: BatchRecords) {
  let newest = Math.max(0, ...[...tables.transfers.values()].map((list) => list.at(-1)?.id ?? 0))
  const faults: string[] = []
  for (const { id, userId, book, source, destination, amount, orderId } of transfers) {
    if (id <= newest) faults.push(`transfer ${id} does not follow ${newest}`)
    newest = id
    if (!Number.isSafeInteger(amount) || amount <= 0) faults.push(`transfer ${id} moves ${amount}`)
    if (source === destination) faults.push(`transfer ${id} stays where it is`)
    const account = accounts.find((one) => one.userId === userId) ?? tables.accounts.get(userId)
    if (account?.book !== book) faults.push(`transfer ${id} is in the book ${book}`)
    const isKnown = orderId === null || tables.orders.has(orderId) || orders.some(({ id }) => id === orderId)
    if (!isKnown) faults.push(`transfer ${id} names order ${orderId}, which is not there`)
  }
  return faults
}

/** Applies the rules of the trigger and the check constraints on the table `orders`. */
function checkOrder(before: Order | undefined, order: Order): readonly string[] {
  const isOver = order.status === 'cancelled' || order.status === 'closed'
  const hasOpened = order.status === 'open' || order.status === 'closed'
  const holds =
    isOver === (order.endedAtMs !== null) &&
    isOver === (order.endCause !== null) &&
    (order.status === 'closed') === (order.profit !== null) &&
    (order.status === 'closed') === (order.closePrice !== null) &&
    hasOpened === (order.openedAtMs !== null) &&
    hasOpened === (order.opened !== null) &&
    order.lots > 0
  const faults = holds ? [] : [`order ${order.id} is ${order.status}, but not wholly so`]
  return before === undefined ? faults : [...faults, ...checkChange(before, order)]
}

const neverChanges = [
  'userId',
  'marketId',
  'side',
  'kind',
  'leverage',
  'terms',
  'askedPrice',
  'parentId',
  'amendedFrom',
  'placed',
  'placedAtMs',
] as const satisfies readonly (keyof Order)[]
const changesUntilOpen = ['opened', 'openedAtMs', 'openPrice'] as const satisfies readonly (keyof Order)[]

function checkChange(before: Order, order: Order): readonly string[] {
  if (before.status === 'cancelled' || before.status === 'closed')
    return [`order ${order.id} was over and is written again`]
  const fixed = before.status === 'open' ? [...neverChanges, ...changesUntilOpen] : neverChanges
  const faults = fixed
    .filter((field) => !isDeepStrictEqual(order[field], before[field]))
    .map((field) => `order ${order.id} has another ${field} than before`)
  return before.status === 'open' && !['open', 'closed'].includes(order.status)
    ? [...faults, `order ${order.id} was open and is ${order.status}`]
    : faults
}

/** In the order of the steps. A batch may take several, so that only the last one is stored. */
const openStates = ['locked', 'reviewing', 'approved', 'paying']
const endStates = ['sent', 'returned', 'cancelled', 'void']

/** Applies the rules of the trigger and the check constraints on the table `movements`. */
function checkMovement(before: MovementRecord | undefined, movement: MovementRecord): readonly string[] {
  const { reference, state, kind } = movement
  if (before === undefined) {
    const isWithdrawal = [...openStates, ...endStates].includes(state)
    const right = isWithdrawal ? 'withdrawal' : state === 'adjusted' ? 'adjustment' : 'deposit'
    return kind === right ? [] : [`movement ${reference} is new, a ${kind} and ${state}`]
  }
  const isSame = (['userId', 'kind', 'amount', 'terms'] as const).every((field) =>
    isDeepStrictEqual(before[field], movement[field]),
  )
  const from = openStates.indexOf(before.state)
  const isForward = openStates.includes(state) ? openStates.indexOf(state) > from : state !== 'void'
  return from >= 0 && isSame && isForward
    ? []
    : [`movement ${reference} was ${before.state} and becomes ${state}`]
}

function repeated<Row>(what: string, rows: readonly Row[], keyOf: (row: Row) => unknown): readonly string[] {
  return new Set(rows.map(keyOf)).size === rows.length ? [] : [`a batch has one ${what} twice`]
}
