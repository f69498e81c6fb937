import type { Candle } from '#core/candle/candle.ts'
import { candleStart, type Period } from '#core/candle/period.ts'
import type { Price } from '#core/money/price.ts'

/** Folds candles, oldest first, into those of a longer period. Folding in steps gives the same as folding at once. */
export function foldCandles(candles: Iterable<Candle>, period: Period): readonly Candle[] {
  const folded: Candle[] = []
  for (const candle of candles) {
    const startMs = candleStart(candle.startMs, period)
    const last = folded.at(-1)
    if (last?.startMs === startMs) folded[folded.length - 1] = mergeCandles(last, candle)
    else folded.push({ ...candle, startMs })
  }
  return folded
}

/** Two neighbours in one period as one. */
export function mergeCandles(earlier: Candle, later: Candle): Candle {
  return {
    startMs: earlier.startMs,
    open: earlier.open,
    high: Math.max(later.high, earlier.high) as Price,
    low: Math.min(later.low, earlier.low) as Price,
    close: later.close,
    volume: earlier.volume + later.volume,
  }
}
