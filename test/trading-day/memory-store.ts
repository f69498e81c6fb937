import type { MarginNotice } from '#core/decision/decision.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import type {
  AccountRecord,
  BatchRecords,
  EngineStore,
  FreezeRecord,
  FrozenAccount,
  Lease,
  MovementRecord,
  OutcomeRecord,
  TransferRecord,
  UsedKey,
} from '#server/engine/engine-store.ts'
import { checkBatch } from '#test/trading-day/check-batch.ts'
import { freezesOf } from '#test/trading-day/memory-freezes.ts'

/** How a commit ends. A test sets it for the next commit. */
export type CommitResult =
  | 'committed'
  /** Fails, and nothing is written. */
  | 'failed'
  /** Writes the batch and then fails, as if the reply were lost. */
  | 'reply_lost'
  /** Fails while the statement still runs. The next lease waits until the batch is written. */
  | 'written_before_next_lease'
  /** Fails. The statement arrives after the next lease was taken and must be fenced. */
  | 'fenced_by_next_lease'
  /** Neither writes the batch nor answers before `release`. */
  | 'held'
  /** Fails at `release`. */
  | 'held_then_failed'
  /** Writes the batch, but never answers. */
  | 'never_answered'

export type MemoryStore = EngineStore & {
  readonly tables: MemoryTables
  /** Errors found in batches. The first one ends the trading day. */
  readonly faults: readonly string[]
  /** Adds a user without an account. */
  readonly addUser: (user: DayUser) => void
  /** Sets the result of the next commit only. */
  readonly setCommitResult: (result: CommitResult) => void
  /** The result of the next commit. Returns to `committed` after a commit has used the set result. */
  readonly nextCommitResult: () => CommitResult
  /** Completes a held commit, even if the lease has another holder by now. */
  readonly release: () => void
  /** Number of commits tried so far, including failed ones. */
  readonly commits: () => number
}

type DayUser = { readonly userId: number; readonly isDemo: boolean }

type Sent = { readonly lease: Lease; readonly batch: BatchRecords }

/**
 * Stores everything in memory as PostgreSQL would, and checks every batch more strictly. `onWritten` is called for
 * each written batch.
 */
export function createMemoryStore(onWritten?: (batch: BatchRecords) => void): MemoryStore {
  const tables = createMemoryTables()
  const users: DayUser[] = []
  const faults: string[] = []
  let heldBy = ''
  let held: Lease = { epoch: 0, lastSeq: 0, lastHash: Buffer.alloc(32) }
  let nextResult: CommitResult = 'committed'
  let commits = 0
  let runningStatement: Sent | undefined
  let lateStatement: Sent | undefined
  let release: (() => void) | undefined

  function write({ lease, batch }: Sent): 'committed' | 'fenced' {
    if (lease.epoch !== held.epoch || batch.seq !== held.lastSeq + 1) return 'fenced'
    faults.push(...checkBatch(tables, held, batch))
    tables.write(batch)
    onWritten?.(batch)
    held = { epoch: held.epoch, lastSeq: batch.seq, lastHash: Buffer.from(batch.hash) }
    return 'committed'
  }
  function mustBeFenced(sent: Sent): void {
    if (write(sent) !== 'fenced') faults.push(`batch ${sent.batch.seq} was written without the lease`)
  }

  return {
    tables,
    faults,
    addUser: (user) => void users.push(user),
    setCommitResult(next) {
      nextResult = next
    },
    nextCommitResult: () => nextResult,
    release() {
      release?.()
      release = undefined
    },
    commits: () => commits,

    async takeLease(holder, mine) {
      if (mine !== undefined && holder !== heldBy) return undefined
      heldBy = holder
      if (runningStatement !== undefined) write(runningStatement)
      runningStatement = undefined
      held = { ...held, epoch: held.epoch + 1 }
      if (lateStatement !== undefined) mustBeFenced(lateStatement)
      lateStatement = undefined
      return held
    },
    holdsLease: async (holder) => holder === heldBy,
    async load(recentSince, into) {
      const isRecent = ({ atMs }: { readonly atMs: number }) => atMs >= recentSince.getTime()
      const orders = [...tables.orders.values()].filter((order) => !isEnded(order))
      const users = new Set(orders.map(({ userId }) => userId))
      for (const account of tables.accounts.values()) if (users.has(account.userId)) into.addAccount(account)
      for (const order of orders) into.addOrder(order)
      return {
        keys: [...tables.outcomes.values()].filter(isRecent).sort((a, b) => a.atMs - b.atMs),
        movements: [...tables.movements.values()].filter(isRecent),
        frozen: tables.frozen(),
        ...nextIds(tables),
      }
    },
    async reload({ userIds, references }, into) {
      const users = new Set(userIds)
      for (const account of tables.accounts.values()) if (users.has(account.userId)) into.addAccount(account)
      for (const order of tables.orders.values())
        if (users.has(order.userId) && !isEnded(order)) into.addOrder(order)
      const movements = references
        .map((reference) => tables.movements.get(reference))
        .filter((movement) => movement !== undefined)
      const frozen = tables.frozen().filter(({ userId }) => users.has(userId))
      return { movements, frozen, ...nextIds(tables) }
    },
    async commit(lease, batch) {
      const sent = { lease, batch }
      const result = nextResult
      nextResult = 'committed'
      commits += 1
      switch (result) {
        case 'committed':
          return write(sent)
        case 'failed':
          throw new Error('the connection broke before the batch was written')
        case 'reply_lost':
          write(sent)
          throw new Error('the connection broke after the batch was written')
        case 'written_before_next_lease':
          runningStatement = sent
          throw new Error('the connection broke while the batch was being written')
        case 'fenced_by_next_lease':
          lateStatement = sent
          throw new Error('the connection broke while the batch was on its way')
        case 'held':
        case 'held_then_failed':
          await new Promise<void>((resolve) => {
            release = resolve
          })
          if (result === 'held') return write(sent)
          throw new Error('the connection broke after a long silence')
        case 'never_answered':
          write(sent)
          return await new Promise(() => undefined)
      }
    },
    async accounts(userIds) {
      const orders = [...tables.orders.values()].filter((order) => !isEnded(order))
      return userIds
        .map((userId) => tables.accounts.get(userId))
        .filter((account) => account !== undefined)
        .map((account) => ({ ...account, hasOrders: orders.some(({ userId }) => userId === account.userId) }))
    },
    async outcomes(keys, since) {
      return keys
        .map(({ userId, key }) => tables.outcomes.get(outcomeKey(userId, key)))
        .filter((row) => row !== undefined)
        .filter(({ atMs }) => atMs >= since.getTime())
    },
    async keysSince(since, after, limit) {
      const all = [...tables.outcomes.values()].filter(({ atMs }) => atMs >= since.getTime()).sort(byTime)
      const first = after === undefined ? 0 : all.findIndex((each) => byTime(each, after) > 0)
      return first === -1 ? [] : all.slice(first, first + limit)
    },
    ownedOrderIds: async (userId, orderIds) =>
      new Set(orderIds.filter((id) => tables.orders.get(id)?.userId === userId)),
    movement: async (reference) => tables.movements.get(reference),
    freezes: async (state, { limit, offset }) => freezesOf(tables, state).slice(offset, offset + limit),
    countFreezes: async (state) => freezesOf(tables, state).length,
    async usersWithoutAccount(afterId, limit) {
      return users
        .filter(({ userId }) => userId > afterId && !tables.accounts.has(userId))
        .sort((a, b) => a.userId - b.userId)
        .slice(0, limit)
    },
    async deleteOutcomes(before, limit) {
      const old = [...tables.outcomes].filter(([, { atMs }]) => atMs < before.getTime()).slice(0, limit)
      for (const [key] of old) tables.forget(key)
      return old.length
    },
  }
}

function nextIds({ orders, transfers }: MemoryTables) {
  const lastTransferIds = [...transfers.values()].map((list) => list.at(-1)?.id ?? 0)
  return {
    nextOrderId: Math.max(0, ...orders.keys()) + 1,
    nextTransferId: Math.max(0, ...lastTransferIds) + 1,
  }
}

function byTime(one: UsedKey, other: UsedKey): number {
  return (
    one.atMs - other.atMs ||
    one.userId - other.userId ||
    (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
  )
}

/** The tables of the database. Only outcomes are ever deleted, by a sweep. */
export type MemoryTables = {
  readonly accounts: ReadonlyMap<number, AccountRecord>
  readonly orders: ReadonlyMap<number, Order>
  /** Transfers by user id, in the order in which they were written. */
  readonly transfers: ReadonlyMap<number, readonly TransferRecord[]>
  readonly movements: ReadonlyMap<string, MovementRecord>
  readonly notices: ReadonlyMap<number, readonly MarginNotice[]>
  readonly outcomes: ReadonlyMap<string, OutcomeRecord>
  readonly freezes: readonly FreezeRecord[]
}

type WritableTables = MemoryTables & {
  /** Users whose last freeze was not lifted. */
  readonly frozen: () => readonly FrozenAccount[]
  readonly write: (batch: BatchRecords) => void
  readonly forget: (key: string) => void
}

export function createMemoryTables(): WritableTables {
  const accounts = new Map<number, AccountRecord>()
  const orders = new Map<number, Order>()
  const transfers = new Map<number, TransferRecord[]>()
  const movements = new Map<string, MovementRecord>()
  const notices = new Map<number, MarginNotice[]>()
  const outcomes = new Map<string, OutcomeRecord>()
  const freezes: FreezeRecord[] = []
  return {
    accounts,
    orders,
    transfers,
    movements,
    notices,
    outcomes,
    freezes,
    frozen() {
      const last = new Map(freezes.map((record) => [record.userId, record]))
      return [...last.values()].filter(({ kind }) => kind === 'frozen')
    },
    write(batch) {
      for (const { changes: _, ...row } of asRows(batch.accounts)) accounts.set(row.userId, row)
      for (const row of asRows(batch.orders)) orders.set(row.id, row)
      for (const row of asRows(batch.transfers)) listOf(transfers, row.userId).push(row)
      for (const row of asRows(batch.movements)) movements.set(row.reference, row)
      for (const row of asRows(batch.notices)) listOf(notices, row.userId).push(row)
      freezes.push(...asRows(batch.freezes))
      for (const row of asRows(batch.outcomes)) outcomes.set(outcomeKey(row.userId, row.key), row)
    },
    forget: (key) => void outcomes.delete(key),
  }
}

function outcomeKey(userId: number, key: string): string {
  return `${userId} ${key}`
}

/** Copies the rows, so that the caller cannot change what is stored. */
function asRows<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? rows : (JSON.parse(JSON.stringify(rows)) as readonly Row[])
}

function listOf<Row>(lists: Map<number, Row[]>, userId: number): Row[] {
  const known = lists.get(userId)
  if (known !== undefined) return known
  const list: Row[] = []
  lists.set(userId, list)
  return list
}
