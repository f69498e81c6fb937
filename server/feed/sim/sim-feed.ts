import { dayMs } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import type { Feed, FeedHistory, SpansOf } from '#server/feed/feed-types.ts'
import { hashText } from '#server/feed/sim/deterministic-math.ts'
import { createFoldThread, type FoldThread, spansAround } from '#server/feed/sim/fold-thread.ts'
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
  /** What the hours of markets depend on besides the markets; it becomes part of the key. */
  readonly hoursMode: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

const usualTicksPerSecond = 2

/** Prices that come from no market at all, but move as if they did. */
export function createSimFeed({ source, markets, hoursMode, ...parts }: SimFeedParts): Feed {
  const { seed, ticksPerSecond = usualTicksPerSecond } = source
  const modelled = markets.map(modelledMarket)
  const modelParts = { seed, ticksPerSecond, markets: modelled }
  const model = createSimModel(modelParts)
  const thread = createFoldThread({ model: modelParts })
  const pump = createTickScheduler({ markets: model, ...parts })
  return {
    key: `sim:${seed}:${modelVersion}:${ticksPerSecond}:${hoursMode}:${fingerprint(modelled)}`,
    isSimulated: true,
    stateSource: 'calendar',
    history: createSimHistory(model, parts.spansOf, thread),
    async start(tell) {
      pump.start(tell)
    },
    async stop() {
      pump.stop()
      await thread.stop()
    },
  }
}

/** Of the markets, in whatever order: another reference price gives other prices, and so another key. */
function fingerprint(markets: readonly ModelledMarket[]): string {
  const sum = markets.reduce((soFar, market) => (soFar + hashText(JSON.stringify(market))) | 0, 0)
  return (sum >>> 0).toString(36)
}

/** About two seconds of folding; nothing reaches further back than 400 days. */
const mostDays = 1000

function createSimHistory(model: SimModel, spansOf: SpansOf, thread: FoldThread): FeedHistory {
  return {
    minutes(marketId, fromMs, untilMs) {
      const market = model.get(marketId)
      return market === undefined ? [] : [...minuteCandles(market, spansOf(marketId), fromMs, untilMs)]
    },
    lastQuoteAt(marketId, timeMs) {
      const market = model.get(marketId)
      return market && lastQuote(market, spansOf(marketId), timeMs)
    },
    foldDays(marketId, fromDayMs, toDayMs, detail) {
      const days = (toDayMs - fromDayMs) / dayMs
      if (days > mostDays) return Promise.reject(new RangeError('more days than are folded at once'))
      const spans = spansAround(spansOf(marketId), fromDayMs, toDayMs)
      return thread.fold({ marketId, fromDayMs, toDayMs, detail, spans })
    },
  }
}
