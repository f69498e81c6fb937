import { type Batch, createBatch, maxRows } from '#server/engine/writer/batch.ts'

/** Batches that wait for their commit, in order. The last one is open and takes new decisions. */
export type BatchQueue = {
  readonly open: () => Batch
  /** Whether commands may be decided: the open batch is the only one and is not full. */
  readonly hasRoom: () => boolean
  /** Whether so many batches wait that quotes are not evaluated until some are committed. */
  readonly isOverfull: () => boolean
  /** The next batch to commit; undefined if there is none. */
  readonly shift: () => Batch | undefined
  readonly takeAll: () => readonly Batch[]
  /** After a failed commit: halves the size of later batches. */
  readonly shrinkBatches: () => void
  /** After the commit of a well-filled batch: raises the size again, step by step. */
  readonly growBatches: (written: Batch) => void
}

/** Only triggers fill more than one batch: commands stay in their queue while the batch is full. */
const maxBatches = 64
const minRows = 16
const growRows = 256

export function createBatchQueue(): BatchQueue {
  let rows = maxRows
  let queue = [createBatch()]

  function last(): Batch {
    const batch = queue.at(-1)
    if (batch === undefined) throw new Error('the batch queue has no open batch')
    return batch
  }
  return {
    open() {
      if (last().isFull()) queue.push(createBatch(rows))
      return last()
    },
    hasRoom: () => queue.length === 1 && !last().isFull(),
    isOverfull: () => queue.length > maxBatches,
    shift() {
      const [first] = queue
      if (first === undefined || first.entries.length === 0) return undefined
      queue = queue.length === 1 ? [createBatch(rows)] : queue.slice(1)
      return first
    },
    takeAll() {
      const all = queue
      queue = [createBatch(rows)]
      return all
    },
    shrinkBatches() {
      rows = Math.max(minRows, rows / 2)
    },
    growBatches(written) {
      if (written.rows() >= rows / 2) rows = Math.min(maxRows, rows + growRows)
    },
  }
}
