import { dayMarketTopic, type FrameStamp, type QuoteRow, type StampedPush } from '#contract/live.ts'
import { quoteRowOf } from '#contract/market-wire.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import type { Push, Topic } from '#server/live/topic.ts'
import type { Clock } from '#server/platform/clock.ts'

export type DayMarketParts = {
  readonly marketData: LiveMarketData
  readonly clock: Pick<Clock, 'now'>
  /** Sequence number of the latest market event. */
  readonly newestSeq: () => number
}

type Flags = Pick<StampedPush<readonly QuoteRow[]>, 'snapshot'>

/**
 * Quotes of all markets. A changed row is encoded once a flush, however often it changed (conflation). The version of a
 * push is its `QuoteSeq`, so the last version sent tells which market events a client has received.
 */
export function createDayMarketTopic({ marketData, clock, newestSeq }: DayMarketParts): Topic {
  const rows = new Map<number, string | undefined>()
  const changed = new Set<number>()
  let updates: readonly Push[] = []
  let snapshot: readonly Push[] = []
  let snapshotStamp: FrameStamp | undefined

  function markChanged(marketId: number): void {
    rows.delete(marketId)
    changed.add(marketId)
  }
  function rowOf(marketId: number): string | undefined {
    if (rows.has(marketId)) return rows.get(marketId)
    const view = marketData.view(marketId)
    const row = view === undefined ? undefined : quoteRowOf(view)
    const text = row === undefined ? undefined : JSON.stringify(row)
    rows.set(marketId, text)
    return text
  }
  function rowsOf(marketIds: Iterable<number>): readonly string[] {
    return [...marketIds].map(rowOf).filter((row) => row !== undefined)
  }
  function pushOf(texts: readonly string[], stamp: FrameStamp, flags: Flags): Push {
    return { version: stamp.QuoteSeq, frame: frameOf(texts, stamp, flags) }
  }
  function stampNow(): FrameStamp {
    return { QuoteSeq: newestSeq(), Now: clock.now() }
  }
  return {
    name: dayMarketTopic,
    onMarketEvent: ({ marketId }) => markChanged(marketId),
    onPastFilled(marketId) {
      markChanged(marketId)
      // The sequence number stays the same, so the stamp does not show that the rows have changed.
      snapshotStamp = undefined
    },
    prepareFlush() {
      const newest = rowsOf(changed)
      changed.clear()
      updates = newest.length === 0 ? [] : [pushOf(newest, stampNow(), {})]
    },
    updates: () => updates,
    snapshot() {
      const stamp = stampNow()
      // Clients that catch up in the same millisecond share the frame; later ones need a newer `Now`.
      if (snapshotStamp?.QuoteSeq !== stamp.QuoteSeq || snapshotStamp.Now !== stamp.Now) {
        const ids = marketData.markets.map(({ id }) => id)
        snapshot = [pushOf(rowsOf(ids), stamp, { snapshot: true })]
        snapshotStamp = stamp
      }
      return snapshot
    },
  }
}

/** Inserts the encoded rows into the JSON of an empty frame. */
function frameOf(rows: readonly string[], stamp: FrameStamp, flags: Flags): Buffer {
  const empty: StampedPush<readonly QuoteRow[]> = { topic: dayMarketTopic, data: [], ...stamp, ...flags }
  return encodeFrame(JSON.stringify(empty).replace('[]', () => `[${rows.join(',')}]`))
}
