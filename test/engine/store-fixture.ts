import { createHash } from 'node:crypto'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type {
  AccountRecord,
  BatchRecords,
  ChangedAccount,
  EngineStore,
  Lease,
  Loaded,
  LoadSink,
  MovementRecord,
  TransferRecord,
} from '#server/engine/engine-store.ts'
import { format2Mark } from '#server/engine/journal/unpack-page.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { placedAtMs } from '#test/engine/sample-orders.ts'

export type StoreFixture = { readonly database: TestDatabase; readonly store: EngineStore }

/** The engine's store in a fresh database with the seeded markets. */
export async function createStoreFixture(): Promise<StoreFixture> {
  const database = await createTestDatabase()
  await loadMarkets(database.pool)
  return { database, store: createPostgresStore(database.enginePool, database.pool) }
}

/** An account changes once unless the test says otherwise. */
export type BatchParts = Partial<Omit<BatchRecords, 'accounts'>> & {
  readonly accounts?: readonly (AccountRecord & Partial<ChangedAccount>)[]
}

/** A batch for tests that write to the store without an engine. */
export function batchOf(seq: number, parts: BatchParts = {}): BatchRecords {
  const packed = Buffer.concat([format2Mark, Buffer.from(`batch ${seq}`)])
  return {
    seq,
    atMs: placedAtMs,
    packed,
    root: createHash('sha256').update('root').digest(),
    hash: createHash('sha256').update(packed).digest(),
    orders: [],
    transfers: [],
    movements: [],
    notices: [],
    freezes: [],
    outcomes: [],
    ...parts,
    accounts: (parts.accounts ?? []).map((account) => ({ changes: 1, ...account })),
  }
}

export type BatchWriter = {
  readonly lease: Lease
  /** Commits the next batch. A batch that fails does not use up its sequence number. */
  readonly commit: (parts: BatchParts) => Promise<'committed' | 'fenced'>
}

/** Takes the lease and commits batches under it. */
export async function createBatchWriter(store: EngineStore, holder = 'test'): Promise<BatchWriter> {
  const lease = await store.takeLease(holder, undefined)
  if (lease === undefined) throw new Error('the lease was not given')
  let seq = lease.lastSeq
  return {
    lease,
    commit: async (parts) => {
      const outcome = await store.commit(lease, batchOf(seq + 1, parts))
      if (outcome === 'committed') seq += 1
      return outcome
    },
  }
}

export function accountOf(userId: number, fields: Partial<AccountRecord> = {}): AccountRecord {
  return {
    userId,
    book: 'real',
    cash: micros(0),
    locked: micros(0),
    isWarned: false,
    openedAtMs: placedAtMs,
    version: 1,
    ...fields,
  }
}

/** The transfer of a deposit, with the given fields replaced. */
export function transferOf(
  record: Pick<TransferRecord, 'id' | 'userId'> & Partial<TransferRecord>,
): TransferRecord {
  return {
    book: 'real',
    source: 'deposits',
    destination: 'cash',
    amount: micros(1_000_000),
    type: 'deposit',
    reference: `test:${record.id}`,
    orderId: null,
    atMs: placedAtMs,
    ...record,
  }
}

export function movementOf(userId: number, fields: Partial<MovementRecord> = {}): MovementRecord {
  return {
    reference: `withdrawal:${userId}`,
    kind: 'withdrawal',
    amount: micros(1_000_000),
    state: 'locked',
    userId,
    atMs: placedAtMs,
    ...fields,
  }
}

type Rows = { readonly accounts: readonly AccountRecord[]; readonly orders: readonly Order[] }

/** Far above the ids of users that a test inserts. */
const maxUserId = 20_000

/** Loads everything from the store into lists, accounts without orders included, by user. */
export async function loadEverything(
  store: Pick<EngineStore, 'load' | 'accounts'>,
  recentSince: Date,
): Promise<Rows & Loaded> {
  const loaded = await collectLoad((into) => store.load(recentSince, into))
  const users = Array.from({ length: maxUserId }, (_, at) => at + 1)
  const accounts = (await store.accounts(users)).map(({ hasOrders: _, ...account }) => account)
  return { ...loaded, accounts: accounts.toSorted((one, other) => one.userId - other.userId) }
}

export async function collectLoad<Rest>(load: (into: LoadSink) => Promise<Rest>): Promise<Rows & Rest> {
  const accounts: AccountRecord[] = []
  const orders: Order[] = []
  const loaded = await load({
    addAccount: (record) => void accounts.push(record),
    addOrder: (order) => void orders.push(order),
  })
  return { accounts, orders, ...loaded }
}
