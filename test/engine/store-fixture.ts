import { createHash } from 'node:crypto'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type {
  AccountRecord,
  BatchRecords,
  EngineStore,
  Lease,
  Loaded,
  LoadSink,
  MovementRecord,
  TransferRecord,
} from '#server/engine/engine-store.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { placedAtMs } from '#test/engine/sample-orders.ts'

export type StoreFixture = { readonly database: TestDatabase; readonly store: EngineStore }

/** The engine's store in a fresh database with the seeded markets. */
export async function createStoreFixture(): Promise<StoreFixture> {
  const database = await createTestDatabase()
  await loadMarkets(database.pool)
  return { database, store: createPostgresStore(database.pool, database.pool) }
}

/** A batch for tests that write to the store without an engine. */

export function batchOf(seq: number, parts: Partial<BatchRecords> = {}): BatchRecords {
  const packed = Buffer.from(`batch ${seq}`)
  return {
    seq,
    atMs: placedAtMs,
    packed,
    hash: createHash('sha256').update(packed).digest(),
    accounts: [],
    orders: [],
    transfers: [],
    movements: [],
    notices: [],
    outcomes: [],
    ...parts,
  }
}

export type BatchWriter = {
  readonly lease: Lease
  /** Commits the next batch. A batch that fails does not use up its sequence number. */
  readonly commit: (parts: Partial<BatchRecords>) => Promise<'committed' | 'fenced'>
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

type LoadedState = Loaded & {
  readonly accounts: readonly AccountRecord[]
  readonly orders: readonly Order[]
}

/** Loads everything from the store into lists. */
export async function loadEverything(
  store: Pick<EngineStore, 'load'>,
  recentSince: Date,
): Promise<LoadedState> {
  return await collectLoad((into) => store.load(recentSince, into))
}

export async function collectLoad(load: (into: LoadSink) => Promise<Loaded>): Promise<LoadedState> {
  const accounts: AccountRecord[] = []
  const orders: Order[] = []
  const loaded = await load({
    addAccount: (record) => void accounts.push(record),
    addOrder: (order) => void orders.push(order),
  })
  return { accounts, orders, ...loaded }
}
