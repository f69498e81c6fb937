// Batches without an engine: what tests write through a store themselves.
import { createHash } from 'node:crypto'
import { micros } from '#core/money/micros.ts'
import type { EngineStore } from '#server/engine/engine-store.ts'
import type {
  AccountRecord,
  BatchRecords,
  Lease,
  MovementRecord,
  TransferRecord,
} from '#server/engine/records.ts'
import { placedAtMs } from '#test/engine/some-order.ts'

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
  /** The next batch, whatever came of the one before it. */
  readonly commit: (parts: Partial<BatchRecords>) => Promise<'committed' | 'fenced'>
}

/** Takes the lease and writes under it, one batch after the other. A batch that was not written is not counted. */
export async function takeWriter(store: EngineStore, holder = 'test'): Promise<BatchWriter> {
  const lease = await store.takeLease(holder, undefined)
  if (lease === undefined) throw new Error('nobody else can hold it')
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

/** A deposit that is credited, unless the fields say something else. */
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
