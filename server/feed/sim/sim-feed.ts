import { createHash } from 'node:crypto'
import type { Candle } from '#core/candle/candle.ts'
import { dayMs } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import type { Feed, FeedHistory, SpansOf } from '#server/feed/feed-types.ts'
import { type CandleThread, createCandleThread, spansWithin } from '#server/feed/sim/candle-thread.ts'
import { lastQuote, minuteCandles } from '#server/feed/sim/sim-history.ts'
import {
  createSimModel,
  type ModelledMarket,
  modelledMarket,
  type PriceOrigin,
  type SimModel,
  simulationName,
} from '#server/feed/sim/sim-model.ts'
import { createTickScheduler } from '#server/feed/sim/tick-scheduler.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { nextTurn, type Timers } from '#server/platform/timers.ts'

export type SimSource = {
  readonly kind: 'sim'
  /** 32 bytes. Secret: all future prices can be computed from them. */
  readonly seed: Uint8Array
  /** By market id, one for each market whose price does not follow from others. */
  readonly origins: ReadonlyMap<number, PriceOrigin>
  readonly ticksPerSecond?: number
}

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
  const { seed, origins, ticksPerSecond = defaultTicksPerSecond } = source
  const modelled = markets.map((market) => modelledMarket(market, origins.get(market.id)))
  const modelParts = { seed, ticksPerSecond, markets: modelled }
  const model = createSimModel(modelParts)
  const thread = createCandleThread({ model: modelParts })
  const key = `sim:${simulationName(seed)}:${ticksPerSecond}:${hoursMode}:${fingerprint(modelled)}`
  const scheduler = createTickScheduler({ markets: model, source: key, ...parts })
  return {
    key,
    sources: [{ kind: 'sim', key }],
    isSimulated: true,
    stateSource: 'calendar',
    history: createSimHistory(model, thread, parts),
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

/** Independent of the order of the markets. Another origin gives other prices, and so another key. */
function fingerprint(markets: readonly ModelledMarket[]): string {
  const rows = markets.map((market) => JSON.stringify(market)).sort()
  return createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)
}

/** Computing this many days takes about two seconds. Charts reach back 400 days. */
const maxDaysPerRequest = 1000

function createSimHistory(
  model: SimModel,
  thread: CandleThread,
  { spansOf, clock }: Pick<SimFeedParts, 'spansOf' | 'clock'>,
): FeedHistory {
  const collect = createCollector()
  return {
    async minutes(marketId, fromMs, untilMs) {
      const market = model.get(marketId)
      if (market === undefined) return []
      return await collect(minuteCandles(market, spansOf(marketId), fromMs, untilMs))
    },
    aggregateDays(marketId, fromDayMs, toDayMs, period) {
      const days = (toDayMs - fromDayMs) / dayMs
      if (days > maxDaysPerRequest)
        return Promise.reject(new RangeError('too many days for one candle request'))
      if (toDayMs > clock.now()) return Promise.reject(new RangeError('the last day is not complete yet'))
      const spans = spansWithin(spansOf(marketId), fromDayMs, toDayMs)
      return thread.aggregate({ marketId, fromDayMs, toDayMs, period, spans })
    },
  }
}

/** Computing this many minutes takes about a millisecond. */
const minutesPerTurn = 100

/**
 * Collects minutes a few in each turn of the event loop, and for one reader after another. Two days of several markets
 * at once would occupy the main thread for tens of milliseconds.
 */
function createCollector(): (minutes: Iterable<Candle>) => Promise<readonly Candle[]> {
  let previous = Promise.resolve()

  async function collect(minutes: Iterable<Candle>): Promise<readonly Candle[]> {
    const collected: Candle[] = []
    for (const minute of minutes) {
      if (collected.push(minute) % minutesPerTurn === 0) await nextTurn()
    }
    return collected
  }
  return (minutes) => {
    const collected = previous.then(() => collect(minutes))
    previous = collected.then(nextTurn, nextTurn)
    return collected
  }
}
