import type { KlinePoint } from '#contract/calls/market.ts'

// Candles from the wire's words into ours. Plain functions: the browser uses them as they are.

/** A candle to be drawn: its prices are plain numbers, shown with the market's precision. */
export type PlainCandle = {
  /** When the period began, epoch ms. */
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** How many quotes it was made of. */
  readonly volume: number
}

export function candleOfPoint({ Time, Open, High, Low, Close, Volume }: KlinePoint): PlainCandle {
  return { startMs: Time, open: Open, high: High, low: Low, close: Close, volume: Volume }
}
