import type { Price } from '#core/money/price.ts'

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
