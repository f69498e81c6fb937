import type { KlinePoint } from '#contract/calls/market.ts'
import type { PushFrame } from '#contract/live.ts'
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
}

/**
 * Candles that ended are kept this long for those who have not been shown their end: more of them only end between two
 * flushes when a recording is played at hundreds of times its speed, or when a client was slow for minutes.
 */
const mostEnded = 8

/** The candle in progress. A place in its course is the time at which a candle began. */
export function createCandleTopic({ name, market, period, marketData }: CandleTopicParts): Topic {
  let candle = marketData.currentCandle(market.id, period)
  let hasChanged = false
  let ended: readonly Push[] = []
  let news: readonly Push[] = []
  let snapshot: readonly Push[] | undefined

  function pushOf(shown: Candle, mark: Pick<PushFrame<KlinePoint>, 'snapshot'>): Push {
    const push: PushFrame<KlinePoint> = {
      topic: name,
      data: klinePointOf(shown, market.pricePrecision),
      ...mark,
    }
    return { version: shown.startMs, frame: encodeFrame(JSON.stringify(push)) }
  }
  function wholeAs(mark: Pick<PushFrame<KlinePoint>, 'snapshot'>): readonly Push[] {
    return candle === undefined ? [] : [...ended, pushOf(candle, mark)]
  }
  return {
    name,
    // Every quote is told, so what was seen at the last one is how that candle ended.
    onMarketEvent({ kind, marketId }) {
      if (kind !== 'quote' || marketId !== market.id) return
      const newest = marketData.currentCandle(market.id, period)
      if (candle !== undefined && newest !== undefined && newest.startMs > candle.startMs) {
        ended = [...ended, pushOf(candle, {})].slice(-mostEnded)
      }
      candle = newest
      hasChanged = true
      snapshot = undefined
    },
    prepareFlush() {
      news = hasChanged ? wholeAs({}) : []
      hasChanged = false
    },
    updates: () => news,
    snapshot() {
      snapshot ??= wholeAs({ snapshot: true })
      return snapshot
    },
  }
}
