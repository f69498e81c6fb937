import { candleStart, type Period } from '#core/candle/period.ts'
import type { Price } from '#core/money/amounts.ts'
import { mulDiv } from '#core/money/mul-div.ts'

/** Bid prices of one period. `volume` is the number of quotes. A period without quotes has no candle. */
export type Candle = {
  /** Start of the period, epoch ms. */
  readonly startMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: number
}

/** Starts a candle with the first quote of a period. */
export function startCandle(startMs: number, bid: Price): Candle {
  return { startMs, open: bid, high: bid, low: bid, close: bid, volume: 1 }
}

/** Adds a quote of the same period. */
export function addQuote(candle: Candle, bid: Price): Candle {
  return {
    startMs: candle.startMs,
    open: candle.open,
    high: Math.max(bid, candle.high) as Price,
    low: Math.min(bid, candle.low) as Price,
    close: bid,
    volume: candle.volume + 1,
  }
}

/** Aggregates candles, oldest first, to a longer period. Aggregating in several steps gives the same result. */
export function aggregateCandles(candles: Iterable<Candle>, period: Period): readonly Candle[] {
  const merged: Candle[] = []
  for (const candle of candles) {
    const startMs = candleStart(candle.startMs, period)
    const last = merged.at(-1)
    if (last?.startMs === startMs) merged[merged.length - 1] = mergeCandles(last, candle)
    else merged.push({ ...candle, startMs })
  }
  return merged
}

/** Merges two consecutive candles of one period. */
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

/** Bid prices of the 24 hours before the last quote, at minute resolution. */
export type DayFigures = {
  readonly open: Price
  readonly high: Price
  readonly low: Price
  /** Number of quotes. */
  readonly volume: number
  /** Change from the open to the newest bid, in hundredths of a percent. */
  readonly changeBasisPoints: number
}

/** Day figures from one candle that covers the 24 hours. */
export function dayFigures({ open, high, low, close, volume }: Candle): DayFigures {
  return { open, high, low, volume, changeBasisPoints: mulDiv(close - open, 10_000, open) }
}
