import { type BatchRecords, BatchRefused } from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import type { Batch } from '#server/engine/writer/batch.ts'
import type { FailedCommit, LeaseHolder } from '#server/engine/writer/lease-holder.ts'

/**
 * `fenced`: the epoch of the lease has changed, so nothing was written. Either another process has taken the lease, or
 * an earlier renewal by this one arrived late. `failed`: it is unknown whether the batch was written. `isRefused`: if
 * it was not, the same batch would fail again.
 */
export type SentBatch =
  | { readonly kind: 'written' }
  | { readonly kind: 'fenced'; readonly commit: FailedCommit }
  | {
      readonly kind: 'failed'
      readonly commit: FailedCommit
      readonly isRefused: boolean
      readonly fault: unknown
    }

export type SendParts = Pick<EngineParts, 'store' | 'clock' | 'random' | 'metrics'> & {
  readonly leaseHolder: Pick<LeaseHolder, 'lease' | 'advance'>
}

/** Seals a batch and commits it. */
export async function sendBatch(
  batch: Batch,
  { store, clock, random, metrics, leaseHolder }: SendParts,
): Promise<SentBatch> {
  const lease = leaseHolder.lease()
  const startedMs = clock.elapsed()
  let records: BatchRecords | undefined
  try {
    records = batch.seal(lease, clock.now(), random)
    if ((await store.commit(lease, records)) === 'fenced')
      return { kind: 'fenced', commit: { seq: records.seq, hash: records.hash } }
    metrics.engineCommitSeconds.observe((clock.elapsed() - startedMs) / 1000)
    metrics.engineCommands.inc(batch.entries.length)
    leaseHolder.advance(records)
    return { kind: 'written' }
  } catch (fault) {
    // A batch that cannot be encoded contains a bad command, just like one that the database refuses.
    const isRefused = fault instanceof BatchRefused || records === undefined
    return { kind: 'failed', commit: { seq: lease.lastSeq + 1, hash: records?.hash }, isRefused, fault }
  }
}
