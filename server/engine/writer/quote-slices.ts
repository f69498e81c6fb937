import type { SliceLimits } from '#server/engine/engine-types.ts'
import type { QuoteEvaluator, Slice } from '#server/engine/evaluate-quote.ts'
import type { OpenBatch } from '#server/engine/writer/open-batch.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'

/** Divides the evaluation of a quote that selects many accounts into slices, with other work in between. */
export type QuoteSlices = {
  readonly create: () => Slice
  /**
   * Goes on with deferred accounts after pending I/O. Without room in the batch it does nothing: the commit in flight
   * ends first, and then it is called again.
   */
  readonly plan: () => void
}

export type QuoteSlicesParts = {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly timers: Pick<Timers, 'soon'>
  readonly quotes: Pick<QuoteEvaluator, 'continueDeferred' | 'deferred'>
  readonly open: Pick<OpenBatch, 'current' | 'hasQuoteRoom'>
  readonly limits: SliceLimits
  readonly isRunning: () => boolean
  /** Called after a planned slice. */
  readonly work: () => void
}

/**
 * 16 rows are 8 orders that end at a stop, with a transfer each. Such a batch takes PostgreSQL about 4 ms, of which 3 ms
 * are the cost of any batch: larger ones end all orders sooner, but others wait longer.
 */
export const sliceLimits: SliceLimits = { ms: 5, rows: 16 }

/**
 * A batch takes this share of many deferred accounts, if that is more. So 20,000 take less than four times as many
 * batches as 2,000, and the quotes that they miss meanwhile are rarely skipped.
 */
const backlogShare = 1 / 128

export function createQuoteSlices(parts: QuoteSlicesParts): QuoteSlices {
  const { clock, quotes, open, limits } = parts
  let isPlanned = false

  function hasQuoteRoom(): boolean {
    return open.hasQuoteRoom(Math.max(limits.rows, quotes.deferred.size() * backlogShare))
  }

  /** Has room for at least one account, so that slices always make progress. */
  function create(): Slice {
    const endMs = clock.elapsed() + limits.ms
    let isFirst = true
    function hasRoom(): boolean {
      const hasTime = isFirst || clock.elapsed() < endMs
      isFirst = false
      return hasTime && hasQuoteRoom()
    }
    return { batch: open.current(), hasRoom }
  }
  function run(): void {
    isPlanned = false
    if (!parts.isRunning()) return
    quotes.continueDeferred(create())
    parts.work()
  }
  return {
    create,
    plan() {
      if (isPlanned || !parts.isRunning() || quotes.deferred.isEmpty() || !hasQuoteRoom()) return
      isPlanned = true
      parts.timers.soon(run)
    },
  }
}
