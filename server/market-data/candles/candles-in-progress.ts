import { addQuote, type Candle, startCandle } from '#core/candle/candle.ts'
import { joinCandles } from '#core/candle/fold-candles.ts'
import { candleStart, type Period, periods } from '#core/candle/period.ts'
import type { Price } from '#core/money/price.ts'

/** The newest candle of each period, folded quote by quote. */
export function createCurrentCandles() {
  const current = new Map<Period, Candle>()

  return {
    current: (period: Period): Candle | undefined => current.get(period),
    addQuote(timeMs: number, bid: Price): void {
      for (const period of periods) {
        const startMs = candleStart(timeMs, period)
        const candle = current.get(period)
        current.set(period, candle?.startMs === startMs ? addQuote(candle, bid) : startCandle(startMs, bid))
      }
    },
    addPast(minutes: readonly Candle[]): void {
      for (const minute of minutes) for (const period of periods) addMinute(period, minute)
    },
  }

  function addMinute(period: Period, minute: Candle): void {
    const startMs = candleStart(minute.startMs, period)
    const candle = current.get(period)
    current.set(period, candle?.startMs === startMs ? joinCandles(candle, minute) : { ...minute, startMs })
  }
}
