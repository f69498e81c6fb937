import { dayMs } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import type { Feed, FeedHistory, SpansOf } from '#server/feed/feed-types.ts'
import { type CandleThread, createCandleThread, spansAround } from '#server/feed/sim/candle-thread.ts'
import { hashText } from '#server/feed/sim/deterministic-math.ts'
import { lastQuote, minuteCandles } from '#server/feed/sim/sim-history.ts'
import {
  createSimModel,
  type ModelledMarket,
  modelledMarket,
  modelVersion,
  type SimModel,
} from '#server/feed/sim/sim-model.ts'
import { createTickScheduler } from '#server/feed/sim/tick-scheduler.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'

export type SimSource = { readonly kind: 'sim'; readonly seed: string; readonly ticksPerSecond?: number }

type SimFeedParts = {
  readonly source: SimSource
  readonly markets: readonly Market[]
  readonly spansOf: SpansOf
  /** Part of the key: other session hours give other candles. */
  readonly hoursMode: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

const defaultTicksPerSecond = 2

/** Feed adapter of the price simulation. */
export function createSimFeed({ source, markets, hoursMode, ...parts }: SimFeedParts): Feed {
  const { seed, ticksPerSecond = defaultTicksPerSecond } = source
  const modelled = markets.map(modelledMarket)
  const modelParts = { seed, ticksPerSecond, markets: modelled }
  const model = createSimModel(modelParts)
  const thread = createCandleThread({ model: modelParts })
  const key = `sim:${seed}:${modelVersion}:${ticksPerSecond}:${hoursMode}:${fingerprint(modelled)}`
  const scheduler = createTickScheduler({ markets: model, source: key, ...parts })
  return {
    key,
    sources: [{ kind: 'sim', key }],
    isSimulated: true,
    stateSource: 'calendar',
    history: createSimHistory(model, parts.spansOf, thread),
    lastQuoteAt(marketId, timeMs) {
      const market = model.get(marketId)
      return market && lastQuote(market, parts.spansOf(marketId), timeMs)
    },
    async start(emit) {
      scheduler.start(emit)
    },
    async stop() {
      scheduler.stop()
      await thread.stop()
    },
  }
}

/** Independent of the order of the markets. A changed reference price gives other prices, and so another key. */
function fingerprint(markets: readonly ModelledMarket[]): string {
  const sum = markets.reduce((soFar, market) => (soFar + hashText(JSON.stringify(market))) | 0, 0)
  return (sum >>> 0).toString(36)
}

/** Computing this many days takes about two seconds. Charts reach back 400 days. */
const maxDaysPerRequest = 1000

function createSimHistory(model: SimModel, spansOf: SpansOf, thread: CandleThread): FeedHistory {
  return {
    async minutes(marketId, fromMs, untilMs) {
      const market = model.get(marketId)
      return market === undefined ? [] : [...minuteCandles(market, spansOf(marketId), fromMs, untilMs)]
    },
    aggregateDays(marketId, fromDayMs, toDayMs, period) {
      const days = (toDayMs - fromDayMs) / dayMs
      if (days > maxDaysPerRequest)
        return Promise.reject(new RangeError('too many days for one candle request'))
      const spans = spansAround(spansOf(marketId), fromDayMs, toDayMs)
      return thread.aggregate({ marketId, fromDayMs, toDayMs, period, spans })
    },
  }
}
