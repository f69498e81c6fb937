import { candleStart, minuteMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { markets } from '#db/seed/markets.ts'
import { lastQuote, minuteCandles, openTicks } from '#server/feed/sim/sim-history.ts'
import { model } from '#test/feed/seeded-sim.ts'
import type { Bar, RecordedTick } from '#tools/simulation/recorded-prices.ts'

/** Needs no trading hours, because bars are simulated only at the times of recorded bars. */
const always: OpenSpans = [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }]

/** Simulated bars at the times of the recorded ones. Prices are in steps, because only their ratios matter. */
export function simulatedBars(code: string, like: readonly Bar[], barMs: number): readonly Bar[] {
  const market = marketOf(code)
  return like.map(({ startMs, spread }) => {
    const candles = [...minuteCandles(market, always, startMs, startMs + barMs - 1)]
    const last = spread === undefined ? undefined : lastQuote(market, always, startMs + barMs - 1)
    return {
      startMs,
      high: Math.max(...candles.map(({ high }) => high)),
      low: Math.min(...candles.map(({ low }) => low)),
      close: candles.at(-1)?.close ?? Number.NaN,
      spread: last && last.ask - last.bid,
    }
  })
}

/** Simulated ticks over the period of the recorded ones. */
export function simulatedTicks(code: string, like: readonly RecordedTick[]): readonly RecordedTick[] {
  const fromMs = candleStart(like[0]?.timeMs ?? 0, '1min')
  const toMs = like.at(-1)?.timeMs ?? 0
  const ticks: RecordedTick[] = []
  for (let startMs = fromMs; startMs <= toMs; startMs += minuteMs) {
    ticks.push(...openTicks(marketOf(code), always, startMs / minuteMs))
  }
  return ticks
}

function marketOf(code: string) {
  const market = model.get(markets.find((known) => known.code === code)?.id ?? -1)
  if (market === undefined) throw new Error(`no market is called ${code}`)
  return market
}
