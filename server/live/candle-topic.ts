import type { KlinePoint } from '#contract/calls/market.ts'
import type { CandlePushFrame } from '#contract/live.ts'
import { klinePointOf } from '#contract/market-wire.ts'
import type { Candle } from '#core/candle/candle.ts'
import type { Period } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import type { Push, Topic } from '#server/live/topic.ts'

export type CandleTopicParts = {
  readonly name: string
  readonly market: Market
  readonly period: Period
  readonly marketData: LiveMarketData
  /** How often missing minutes of the market were inserted. */
  readonly fills: () => number
}

/**
 * Completed candles are kept for clients that have not received their close. A client misses more than eight only if it
 * is slow for minutes, or if a replay completes them between two flushes.
 */
const maxCompleted = 8

/** The candle in progress. The version of a push is the start time of its candle. */
export function createCandleTopic({ name, market, period, marketData, fills }: CandleTopicParts): Topic {
  let candle = marketData.currentCandle(market.id, period)
  let hasChanged = false
  let completed: readonly Push[] = []
  let updates: readonly Push[] = []
  let snapshot: readonly Push[] | undefined

  function pushOf(shownCandle: Candle, flags: Pick<CandlePushFrame<KlinePoint>, 'snapshot'>): Push {
    const count = fills()
    const push: CandlePushFrame<KlinePoint> = {
      topic: name,
      data: klinePointOf(shownCandle, market.pricePrecision),
      ...flags,
      ...(count === 0 ? {} : { fills: count }),
    }
    return { version: shownCandle.startMs, frame: encodeFrame(JSON.stringify(push)) }
  }
  function pushesOf(flags: Pick<CandlePushFrame<KlinePoint>, 'snapshot'>): readonly Push[] {
    return candle === undefined ? [] : [...completed, pushOf(candle, flags)]
  }
  return {
    name,
    // This runs for every quote, so when a new candle starts, the stored one is final.
    onMarketEvent({ kind, marketId }) {
      if (kind !== 'quote' || marketId !== market.id) return
      const newest = marketData.currentCandle(market.id, period)
      if (candle !== undefined && newest !== undefined && newest.startMs > candle.startMs) {
        completed = [...completed, pushOf(candle, {})].slice(-maxCompleted)
      }
      candle = newest
      hasChanged = true
      snapshot = undefined
    },
    onPastFilled(marketId) {
      if (marketId !== market.id) return
      candle = marketData.currentCandle(market.id, period)
      hasChanged = true
      snapshot = undefined
    },
    prepareFlush() {
      updates = hasChanged ? pushesOf({}) : []
      hasChanged = false
    },
    updates: () => updates,
    snapshot() {
      snapshot ??= pushesOf({ snapshot: true })
      return snapshot
    },
  }
}
