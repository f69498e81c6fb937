import { aggregateCandles, type Candle } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs, type Period, periodMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { FeedHistory } from '#server/feed/feed.ts'
import type { CachedMarket } from '#server/market-data/cached-market.ts'
import { type CandleSeries, readMinutes } from '#server/market-data/candles/candle-store.ts'
import type { DayCandles, DaySize } from '#server/market-data/candles/day-candles.ts'
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
const fiveMinutesPerDay = dayMs / periodMs('5min')
/** Unpacking and aggregating more five-minute candles at once would delay other requests. */
const maxFiveMinutesPerRead = 4 * fiveMinutesPerDay
/**
 * Every visitor can request candles. A page of 500 hours takes at most nine reads: each but the last returns more than
 * three full days. Only a history that has no candles for most of the open hours could take more.
 */
const maxReads = 16

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
  const toMs = Math.ceil(beforeMs / dayMs) * dayMs
  if (toMs <= oldestMs) return []
  // Day candles are small rows and are read all at once.
  if (period === '1day') return (await days.read(oldestMs, toMs, '1day')).slice(-limit)
  let older: readonly Candle[] = []
  let remaining = await days.sizes(oldestMs, toMs, fiveMinutesFor(period, limit))
  for (let reads = 0; reads < maxReads && remaining.length > 0 && older.length < limit; reads++) {
    const portion = newestPortion(remaining, period, limit - older.length)
    const [newest, oldest] = [portion[0], portion.at(-1)]
    if (newest === undefined || oldest === undefined) break
    const read = await days.read(oldest.startMs, newest.startMs + dayMs, '5min')
    const candles = aggregateCandles(read, period).filter(({ startMs }) => startMs < beforeMs)
    older = [...candles, ...older]
    remaining = remaining.slice(portion.length)
  }
  return older.slice(-limit)
}

/** The newest days that hold `limit` candles of this period, or as many of them as one read may take. */
function newestPortion(days: readonly DaySize[], period: Period, limit: number): readonly DaySize[] {
  const most = Math.min(fiveMinutesFor(period, limit), maxFiveMinutesPerRead)
  let total = 0
  const end = days.findIndex(({ fiveMinutes }) => {
    total += fiveMinutes
    return total > most
  })
  return end === -1 ? days : days.slice(0, Math.max(1, end))
}

/** So many give `limit` candles of this period, even if `beforeMs` cuts off a part of the newest day. */
function fiveMinutesFor(period: Period, limit: number): number {
  return (limit * periodMs(period)) / periodMs('5min') + fiveMinutesPerDay
}
