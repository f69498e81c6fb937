import { type Batch, createBatch, maxRows } from '#server/engine/writer/batch.ts'

/** The batch that takes new decisions while the one before it is committed. */
export type OpenBatch = {
  readonly current: () => Batch
  /** Whether commands may be decided. Those that have no room stay in their queue. */
  readonly hasRoom: () => boolean
  /**
   * Whether commands that may add risk may be decided, if this many commands wait. They fill only a part of a batch: a
   * close always has room in it, and passes those that wait in the queue. If very many wait, batches are larger, which
   * takes less time in all.
   */
  readonly hasOpeningRoom: (queued: number) => boolean
  /**
   * Whether accounts may be evaluated on quotes, which may cause this many rows of a batch. Their share of a batch is
   * small, so that no command waits long for the batch before its own or for its own. Commands cannot use it up.
   */
  readonly hasQuoteRoom: (maxQuoteRows: number) => boolean
  /** Opens the next batch and returns the one before; undefined if that is empty. */
  readonly take: () => Batch | undefined
  /** After a failed commit: later batches are half as large. */
  readonly shrinkBatches: (failed: Batch) => void
  /** After the commit of a well-filled batch: raises the size again, step by step. */
  readonly growBatches: (written: Batch) => void
}

const maxOpenings = 64
const openingShare = 1 / 8
/** A batch of this size is never too large. */
const minRows = 64
const growth = 1.25

export function createOpenBatch(): OpenBatch {
  let rows = maxRows
  let batch = createBatch()
  return {
    current: () => batch,
    hasRoom: () => !batch.isFull(),
    hasOpeningRoom: (queued) =>
      batch.openings() < Math.max(maxOpenings, queued * openingShare) && batch.rows() < rows / 2,
    hasQuoteRoom: (maxQuoteRows) => batch.quoteRows() < Math.min(maxQuoteRows, rows),
    take() {
      if (batch.entries.length === 0) return undefined
      const taken = batch
      batch = createBatch(rows)
      return taken
    },
    shrinkBatches(failed) {
      rows = Math.max(minRows, Math.min(rows, failed.rows()) / 2)
      if (batch.entries.length === 0) batch = createBatch(rows)
    },
    growBatches(written) {
      if (written.rows() >= rows / 2) rows = Math.min(maxRows, rows * growth)
    },
  }
}
