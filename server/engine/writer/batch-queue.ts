import { type Batch, createBatch, maxRows } from '#server/engine/writer/batch.ts'

/** Batches that wait to be written, in order. The last one is open: what is decided now goes into it. */
export type BatchQueue = {
  readonly open: () => Batch
  /** Whether commands may be decided: the open batch has room and no other waits before it. */
  readonly hasRoom: () => boolean
  /** Whether so much waits already that quotes are better not judged until it is written. */
  readonly isOverfull: () => boolean
  /** The next to be written; undefined when nothing waits. */
  readonly shift: () => Batch | undefined
  readonly takeAll: () => readonly Batch[]
  /** A batch could not be written: those to come hold half as much, */
  readonly shrinkBatches: () => void
  /** and a little more again with each that was well filled and was written. */
  readonly growBatches: (written: Batch) => void
}

/** Filled only by triggers: commands wait in their lanes for room. */
const mostWaiting = 64
const leastRows = 16
const moreRows = 256

export function createBatchQueue(): BatchQueue {
  let rows = maxRows
  let line = [createBatch()]

  function last(): Batch {
    const batch = line.at(-1)
    if (batch === undefined) throw new Error('there is always an open batch')
    return batch
  }
  return {
    open() {
      if (last().isFull()) line.push(createBatch(rows))
      return last()
    },
    hasRoom: () => line.length === 1 && !last().isFull(),
    isOverfull: () => line.length > mostWaiting,
    shift() {
      const [first] = line
      if (first === undefined || first.entries.length === 0) return undefined
      line = line.length === 1 ? [createBatch(rows)] : line.slice(1)
      return first
    },
    takeAll() {
      const all = line
      line = [createBatch(rows)]
      return all
    },
    shrinkBatches() {
      rows = Math.max(leastRows, rows / 2)
    },
    growBatches(written) {
      if (written.rows() >= rows / 2) rows = Math.min(maxRows, rows + moreRows)
    },
  }
}
