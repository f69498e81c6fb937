import { type Batch, createBatch, maxRows } from '#server/engine/writer/batch.ts'

/** The batch that takes new decisions while the one before it is committed. */
export type OpenBatch = {
  readonly current: () => Batch
  /** Whether commands may be decided. Those that have no room stay in their queue. */
  readonly hasRoom: () => boolean
  /**
   * Whether accounts may be evaluated on quotes, which may cause this many rows of a batch. Their share of a batch is
   * small, so that no command waits long for the batch before its own or for its own. Commands cannot use it up.
   */
  readonly hasQuoteRoom: (maxQuoteRows: number) => boolean
  /** Opens the next batch and returns the one before; undefined if that is empty. */
  readonly take: () => Batch | undefined
  /** After a failed commit: halves the size of later batches. */
  readonly shrinkBatches: () => void
  /** After the commit of a well-filled batch: raises the size again, step by step. */
  readonly growBatches: (written: Batch) => void
}

const minRows = 16
const growRows = 256

export function createOpenBatch(): OpenBatch {
  let rows = maxRows
  let batch = createBatch()
  return {
    current: () => batch,
    hasRoom: () => !batch.isFull(),
    hasQuoteRoom: (maxQuoteRows) => batch.quoteRows() < Math.min(maxQuoteRows, rows),
    take() {
      if (batch.entries.length === 0) return undefined
      const taken = batch
      batch = createBatch(rows)
      return taken
    },
    shrinkBatches() {
      rows = Math.max(minRows, rows / 2)
      if (batch.entries.length === 0) batch = createBatch(rows)
    },
    growBatches(written) {
      if (written.rows() >= rows / 2) rows = Math.min(maxRows, rows + growRows)
    },
  }
}
