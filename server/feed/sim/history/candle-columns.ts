import type { Candle } from '#core/candle/candle.ts'
import { price } from '#core/money/price.ts'

/** Candles as one block of numbers, which one thread can hand to another without a copy. */
export type CandleColumns = Float64Array<ArrayBuffer>

const width = 6

export function toColumns(candles: readonly Candle[]): CandleColumns {
  const columns = new Float64Array(candles.length * width)
  candles.forEach(({ startMs, open, high, low, close, volume }, row) => {
    columns.set([startMs, open, high, low, close, volume], row * width)
  })
  return columns
}

export function fromColumns(columns: CandleColumns): readonly Candle[] {
  const candles: Candle[] = []
  for (let at = 0; at < columns.length; at += width) {
    const [startMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = columns.subarray(at, at + width)
    candles.push({
      startMs,
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
      volume,
    })
  }
  return candles
}
