import type { Candle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import { price } from '#core/money/amounts.ts'

/** Size of a packed candle: minute of the day (2 bytes), four prices (6 each), volume (4). */
export const packedCandleBytes = 2 + 4 * 6 + 4
/** A price is at most 2^47 steps: 32 low bits and 16 high bits. */
const highPart = 2 ** 32

/** Packs the candles of one UTC day. */
export function packCandles(candles: readonly Candle[], dayStartMs: number): Uint8Array {
  const bytes = new Uint8Array(candles.length * packedCandleBytes)
  const view = new DataView(bytes.buffer)
  candles.forEach((candle, position) => {
    const at = position * packedCandleBytes
    view.setUint16(at, (candle.startMs - dayStartMs) / minuteMs)
    const prices = [candle.open, candle.high, candle.low, candle.close]
    prices.forEach((steps, index) => {
      const place = at + 2 + index * 6
      view.setUint16(place, Math.floor(steps / highPart))
      view.setUint32(place + 2, steps % highPart)
    })
    view.setUint32(at + 26, candle.volume)
  })
  return bytes
}

export function unpackCandles(bytes: Uint8Array, dayStartMs: number): readonly Candle[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const candles: Candle[] = []
  for (let at = 0; at + packedCandleBytes <= bytes.byteLength; at += packedCandleBytes) {
    const priceAt = (index: number) => {
      const place = at + 2 + index * 6
      return price(view.getUint16(place) * highPart + view.getUint32(place + 2))
    }
    candles.push({
      startMs: dayStartMs + view.getUint16(at) * minuteMs,
      open: priceAt(0),
      high: priceAt(1),
      low: priceAt(2),
      close: priceAt(3),
      volume: view.getUint32(at + 26),
    })
  }
  return candles
}
