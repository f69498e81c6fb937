import { aggregateCandles, type Candle } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs, type Period, periodMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { FeedHistory } from '#server/feed/feed.ts'
import type { CachedMarket } from '#server/market-data/cached-market.ts'
import { type CandleSeries, readMinutes } from '#server/market-data/candles/candle-store.ts'
import type { DayCandles } from '#server/market-data/candles/day-candles.ts'
import type { Clock } from '#server/platform/clock.ts'

export type CandleParts = {
  readonly cached: CachedMarket
  readonly series: CandleSeries
  readonly days: DayCandles
  readonly history: FeedHistory | undefined
  readonly spans: () => OpenSpans
  readonly clock: Pick<Clock, 'now'>
}

/** Limit for scrolling back in a chart. */
export const maxHistoryMs = 400 * dayMs
/** Unpacking and aggregating more five-minute candles at once would delay other requests. */
const maxDaysPerRead = 4

/** The newest candles that start before `requestedBeforeMs`, oldest first, including the one in progress. */
export async function readCandles(
  parts: CandleParts,
  period: Period,
  requestedBeforeMs: number,
  limit: number,
): Promise<readonly Candle[]> {
  // Rounds up: a candle that contains this time is returned whole.
  const beforeMs = Math.ceil(requestedBeforeMs / periodMs(period)) * periodMs(period)
  // Without cached minutes, the days before today are complete.
  const completeFromMs = parts.cached.completeFromMs() ?? candleStart(parts.clock.now(), '1day')
  const recent = recentCandles(parts.cached, period, completeFromMs, beforeMs)
  if (recent.length >= limit) return recent.slice(-limit)
  const query = {
    beforeMs: Math.min(beforeMs, completeFromMs),
    oldestMs: completeFromMs - maxHistoryMs,
    limit: limit - recent.length,
  }
  const older =
    period === '1min' ? await olderMinutes(parts, query) : await olderCandles(parts, period, query)
  return [...older, ...recent].slice(-limit)
}

function recentCandles(
  cached: CachedMarket,
  period: Period,
  completeFromMs: number,
  beforeMs: number,
): readonly Candle[] {
  const minutes = cached.minutes().filter(({ startMs }) => startMs >= completeFromMs)
  const candles = period === '1min' ? minutes : aggregateCandles(minutes, period)
  return candles.filter(({ startMs }) => startMs < beforeMs)
}

/** Asks for candles older than the cached ones. */
type OlderQuery = { readonly beforeMs: number; readonly oldestMs: number; readonly limit: number }

/** Minutes of a feed with history are not stored: recomputing a page is cheaper than reading it. */
async function olderMinutes(
  { series, history, spans }: CandleParts,
  { beforeMs, oldestMs, limit }: OlderQuery,
): Promise<readonly Candle[]> {
  if (history === undefined) return await readMinutes(series, oldestMs, beforeMs, limit)
  let older: readonly Candle[] = []
  for (const span of [...spans()].reverse()) {
    if (span.toMs <= oldestMs || older.length >= limit) break
    if (span.fromMs >= beforeMs) continue
    const untilMs = Math.min(span.toMs, beforeMs)
    const fromMs = Math.max(span.fromMs, oldestMs, untilMs - (limit - older.length) * minuteMs)
    older = [...(await history.minutes(series.marketId, fromMs, untilMs - 1)), ...older]
  }
  return older
}

async function olderCandles(
  { days }: CandleParts,
  period: Period,
  { beforeMs, oldestMs, limit }: OlderQuery,
): Promise<readonly Candle[]> {
  const aggregatePeriod = period === '1day' ? '1day' : '5min'
  let older: readonly Candle[] = []
  let toMs = Math.ceil(beforeMs / dayMs) * dayMs
  let stepMs = firstStep(period, limit)
  while (toMs > oldestMs && older.length < limit) {
    const fromMs = Math.max(oldestMs, toMs - stepMs)
    const read = aggregateCandles(await days.read(fromMs, toMs, aggregatePeriod), period)
    older = [...read.filter(({ startMs }) => startMs < beforeMs), ...older]
    toMs = fromMs
    // Doubles the step, so that a market closed for a year takes few reads.
    stepMs = Math.min(stepMs * 2, maxDaysPerRead * dayMs)
  }
  return older.slice(-limit)
}

/** Day candles are small rows and are read all at once. */
function firstStep(period: Period, limit: number): number {
  if (period === '1day') return maxHistoryMs
  const days = Math.ceil((limit * periodMs(period)) / dayMs) + 1
  return Math.min(days, maxDaysPerRead) * dayMs
}
