import type { Order } from '#core/order/order.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import { isSameOrder } from '#server/verify/differences.ts'
import { compareRow, type Findings, reportExtra, reportMissing } from '#server/verify/findings.ts'
import { compareFreezes } from '#server/verify/freezes.ts'
import type { ReplayedAccount, ReplayedMovement, ReplayedState } from '#server/verify/replayed-state.ts'
import {
  type AccountRow,
  type MovementRow,
  readAccounts,
  readActiveOrders,
  readAllMovements,
  readHouse,
  readStrayGroups,
  readStrayIds,
} from '#server/verify/tables-store.ts'

type Parts = { readonly client: PoolClient; readonly state: ReplayedState; readonly findings: Findings }

const readAtOnce = 5000
/** Below every id a row may have, including tampered ones. */
const beforeAll = Number.MIN_SAFE_INTEGER

/** Compares every row and column of the current state with the replay, in one snapshot. */
export async function compareCurrentState(parts: Parts): Promise<void> {
  const users = [...parts.state.accounts.values()].sort((one, other) => one.userId - other.userId)
  await compareAccounts(parts, users)
  await compareOrders(parts, users)
  await compareMovements(parts)
  await compareHouse(parts)
  await compareFreezes(parts)
  await findStrays(parts)
}

async function compareAccounts(
  { client, findings }: Parts,
  users: readonly ReplayedAccount[],
): Promise<void> {
  const aboutUser = (userId: number) => ({ table: 'trading_accounts', row: userId, userId })
  await mergeRows({
    wanted: users,
    chunks: inChunks<AccountRow>((after) => readAccounts(client, after?.userId ?? beforeAll, readAtOnce)),
    order: (wanted, found) => wanted.userId - found.userId,
    onBoth: (wanted, found) => compareRow(findings, columnsOf(wanted), found, () => aboutUser(found.userId)),
    onMissing: ({ userId }) => reportMissing(findings, aboutUser(userId)),
    onExtra: ({ userId }) => reportExtra(findings, aboutUser(userId)),
  })
}

function columnsOf(account: ReplayedAccount) {
  const { slots: _, settledMovements: __, realisedProfit, ...columns } = account
  return { ...columns, realisedProfit: String(realisedProfit) }
}

async function compareOrders(
  { client, state, findings }: Parts,
  users: readonly ReplayedAccount[],
): Promise<void> {
  const about = ({ id, userId }: Named) => ({ table: 'orders', row: id, userId })
  await mergeRows({
    wanted: activeOrders(state, users),
    chunks: inChunks<Order>((after) =>
      readActiveOrders(client, after ?? { userId: beforeAll, id: 0 }, readAtOnce),
    ),
    order: (wanted, found) => wanted.userId - found.userId || wanted.id - found.id,
    onBoth(wanted, found) {
      if (!isSameOrder(wanted, found)) compareRow(findings, wanted, found, () => about(found))
    },
    onMissing: (wanted) => reportMissing(findings, about(wanted)),
    onExtra: (found) => reportExtra(findings, about(found)),
  })
}

type Named = { readonly id: number; readonly userId: number }

function* activeOrders({ slab }: ReplayedState, users: readonly ReplayedAccount[]): Generator<Order> {
  for (const { slots } of users) {
    for (const [, slot] of [...slots].sort(([one], [other]) => one - other)) yield slab.read(slot)
  }
}

/** Compares the withdrawals that have not ended. Settled ones were compared with their batch and are only counted per user. */
async function compareMovements({ client, state, findings }: Parts): Promise<void> {
  const settled = new Map<number, number>()
  const missing = new Map<string, LockedMovement>(state.locked)
  for await (const chunk of inChunks<MovementRow>((after) =>
    readAllMovements(client, after?.reference ?? '', readAtOnce),
  )) {
    for (const found of chunk) {
      const { reference, userId } = found
      const wanted = missing.get(reference)
      missing.delete(reference)
      if (wanted === undefined) settled.set(userId, (settled.get(userId) ?? 0) + 1)
      else compareRow(findings, rowOf(wanted), found, () => ({ table: 'movements', row: reference, userId }))
    }
  }
  for (const { reference, userId } of missing.values())
    reportMissing(findings, { table: 'movements', row: reference, userId })
  for (const userId of new Set([...settled.keys(), ...state.accounts.keys()])) {
    const [expected, found] = [state.accounts.get(userId)?.settledMovements ?? 0, settled.get(userId) ?? 0]
    const message = 'the user has more settled movements than the journal'
    if (found > expected)
      findings.add({ kind: 'extra_row', table: 'movements', userId, message, expected, found })
  }
}

type LockedMovement = ReplayedMovement & { readonly seq: number }

function rowOf({ seq: _, ...row }: LockedMovement): ReplayedMovement {
  return row
}

async function compareHouse({ client, state, findings }: Parts): Promise<void> {
  const missing = new Map(state.house)
  for (const { group, book, account, balance } of await readHouse(client)) {
    const name = `${book} ${account}`
    if (group !== 0) {
      reportExtra(findings, { table: 'house_balances', row: `${name} ${group}` })
      continue
    }
    const wanted = { balance: String(missing.get(name) ?? 0n) }
    missing.delete(name)
    compareRow(findings, wanted, { balance }, () => ({ table: 'house_balances', row: name }))
  }
  for (const name of missing.keys()) reportMissing(findings, { table: 'house_balances', row: name })
}

/** All ids of the journal were looked up before, so any other row has an id that was never assigned. */
async function findStrays({ client, state, findings }: Parts): Promise<void> {
  for (const row of await readStrayGroups(client)) reportExtra(findings, { table: 'engine_leases', row })
  for (const row of await readStrayIds(client, 'orders', state.nextOrderId))
    reportExtra(findings, { table: 'orders', row })
  for (const row of await readStrayIds(client, 'transfers', state.nextTransferId))
    reportExtra(findings, { table: 'transfers', row })
}

type Merge<Wanted, Row> = {
  /** Sorted like the rows. */
  readonly wanted: Iterable<Wanted>
  readonly chunks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
  /** Negative if the wanted item sorts before the row. */
  readonly order: (wanted: Wanted, row: Row) => number
  readonly onBoth: (wanted: Wanted, row: Row) => void
  readonly onMissing: (wanted: Wanted) => void
  readonly onExtra: (row: Row) => void
}

/** Merge join of expected items and stored rows. Holds one chunk of rows in memory. */
async function mergeRows<Wanted, Row>(merge: Merge<Wanted, Row>): Promise<void> {
  const { order, onBoth, onMissing, onExtra } = merge
  const wanted = merge.wanted[Symbol.iterator]()
  let next = wanted.next()
  for await (const chunk of merge.chunks) {
    for (const row of chunk) {
      while (next.done !== true && order(next.value, row) < 0) {
        onMissing(next.value)
        next = wanted.next()
      }
      if (next.done === true || order(next.value, row) > 0) onExtra(row)
      else {
        onBoth(next.value, row)
        next = wanted.next()
      }
    }
  }
  for (; next.done !== true; next = wanted.next()) onMissing(next.value)
}

/** Reads the rows after this one, or the first rows if it is undefined. */
type ReadAfter<Row> = (after: Row | undefined) => Promise<readonly Row[]>

/** Yields chunks until one is empty. */
async function* inChunks<Row>(read: ReadAfter<Row>): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const chunk = await read(last)
    if (chunk.length === 0) return
    last = chunk.at(-1)
    yield chunk
  }
}
