import { candleStart, type Period } from '#core/candle/period.ts'
import type { Price } from '#core/money/amounts.ts'
import { mulDiv } from '#core/money/mul-div.ts'

/** What the bid did in one period. `volume` counts its quotes. A period without a quote has no candle. */
export type Candle = {
  /** When the period began, epoch ms. */
  readonly startMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: number
}

/** The first quote of a period. */
export function startCandle(startMs: number, bid: Price): Candle {
  return { startMs, open: bid, high: bid, low: bid, close: bid, volume: 1 }
}

/** One more quote of the same period. */
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

/** The rolling 24 hours that end at the last quote, at minute resolution. Prices are bids. */
export type DayFigures = {
  readonly open: Price
  readonly high: Price
  readonly low: Price
  /** How many quotes there were. */
  readonly volume: number
  /** From the open to the newest bid, in hundredths of a percent. */
  readonly changeBasisPoints: number
}

/** The figures over these minutes joined into one candle. */
export function dayFigures({ open, high, low, close, volume }: Candle): DayFigures {
  return { open, high, low, volume, changeBasisPoints: mulDiv(close - open, 10_000, open) }
}
