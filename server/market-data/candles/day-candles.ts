import { aggregateCandles, type Candle } from '#core/candle/candle.ts'
import { packCandles, packedCandleBytes, unpackCandles } from '#core/candle/pack-candles.ts'
import { candleStart, dayMs, periodMs } from '#core/candle/period.ts'
import { firstEndingAfter, type OpenSpans } from '#core/market/trading-hours.ts'
import type { AggregatePeriod, FeedHistory } from '#server/feed/feed.ts'
import {
  type CandleSeries,
  readDays,
  readPackedSizes,
  type StoredDay,
  storeDays,
} from '#server/market-data/candles/candle-store.ts'

/** A UTC day with five-minute candles. A day that is not aggregated yet counts those of its open hours. */
export type DaySize = { readonly startMs: number; readonly fiveMinutes: number }

/** Candles of one market's complete days. Missing days are computed from the feed's history and stored. */
export type DayCandles = {
  /** Complete days that start in [fromMs, toMs), oldest first. */
  readonly read: (fromMs: number, toMs: number, period: AggregatePeriod) => Promise<readonly Candle[]>
  /**
   * Days in [fromMs, toMs) of which `read` can return five-minute candles, newest first. Stored days may be left out
   * after `enough` candles. Takes one query.
   */
  readonly sizes: (fromMs: number, toMs: number, enough: number) => Promise<readonly DaySize[]>
}

type Parts = {
  readonly series: CandleSeries
  readonly history: FeedHistory | undefined
  readonly spans: () => OpenSpans
}

export function createDayCandles({ series, history, spans }: Parts): DayCandles {
  /** Aggregations run one at a time, so that concurrent requests for the same days aggregate them once. */
  let lastAggregation: Promise<unknown> = Promise.resolve()

  async function read(fromMs: number, toMs: number, period: AggregatePeriod): Promise<readonly Candle[]> {
    const stored = await readDays(series, fromMs, toMs, period === '5min')
    if (history === undefined || missingDays(stored, fromMs, toMs, period).length === 0) {
      return stored.flatMap((day) => candlesOf(day, period))
    }
    const result = lastAggregation.then(() => readAndAggregate(history, fromMs, toMs, period))
    lastAggregation = result.catch(() => undefined)
    return await result
  }

  /** Reads the days again: another request may have aggregated the missing ones in the meantime. */
  async function readAndAggregate(
    { aggregateDays: foldDays }: FeedHistory,
    fromMs: number,
    toMs: number,
    period: AggregatePeriod,
  ): Promise<readonly Candle[]> {
    const stored = await readDays(series, fromMs, toMs, period === '5min')
    const missing = missingDays(stored, fromMs, toMs, period)
    const [first] = missing
    const last = missing.at(-1)
    if (first === undefined || last === undefined) return stored.flatMap((day) => candlesOf(day, period))
    const aggregated = await foldDays(series.marketId, first, last + dayMs, period)
    await storeDays(series, packDays(aggregated, period))
    const outside = stored.filter(({ day }) => day.startMs < first || day.startMs > last)
    return [...outside.flatMap((day) => candlesOf(day, period)), ...aggregated].sort(
      (left, right) => left.startMs - right.startMs,
    )
  }

  function missingDays(
    stored: readonly StoredDay[],
    fromMs: number,
    toMs: number,
    period: AggregatePeriod,
  ): readonly number[] {
    const known = new Set(
      stored
        .filter(({ fiveMinutes }) => period === '1day' || fiveMinutes !== null)
        .map(({ day }) => day.startMs),
    )
    return [...openDays(spans(), fromMs, toMs).keys()].filter((startMs) => !known.has(startMs))
  }

  async function sizes(fromMs: number, toMs: number, enough: number): Promise<readonly DaySize[]> {
    const stored = await readPackedSizes(series, fromMs, toMs, enough * packedCandleBytes)
    const days = history === undefined ? new Map<number, number>() : openDays(spans(), fromMs, toMs)
    for (const [startMs, bytes] of stored) days.set(startMs, bytes / packedCandleBytes)
    return [...days]
      .map(([startMs, fiveMinutes]) => ({ startMs, fiveMinutes }))
      .sort((left, right) => right.startMs - left.startMs)
  }

  return { read, sizes }
}

/** UTC days in the range with any open hours, ascending, and how many five-minute candles they can have. */
function openDays(spans: OpenSpans, fromMs: number, toMs: number): Map<number, number> {
  const days = new Map<number, number>()
  for (let at = firstEndingAfter(spans, fromMs); at < spans.length; at++) {
    const span = spans[at]
    if (span === undefined || span.fromMs >= toMs) break
    const untilMs = Math.min(span.toMs, toMs)
    let startMs = Math.max(span.fromMs, fromMs)
    while (startMs < untilMs) {
      const day = candleStart(startMs, '1day')
      const endMs = Math.min(untilMs, day + dayMs)
      days.set(day, (days.get(day) ?? 0) + fiveMinutesIn(startMs, endMs))
      startMs = endMs
    }
  }
  return days
}

function fiveMinutesIn(fromMs: number, toMs: number): number {
  return Math.ceil(toMs / periodMs('5min')) - Math.floor(fromMs / periodMs('5min'))
}

function candlesOf({ day, fiveMinutes }: StoredDay, period: AggregatePeriod): readonly Candle[] {
  if (period === '1day') return [day]
  return fiveMinutes === null ? [] : unpackCandles(fiveMinutes, day.startMs)
}

/** Converts candles of whole days to rows of `day_candles`. */
export function packDays(candles: readonly Candle[], period: AggregatePeriod): readonly StoredDay[] {
  const days = aggregateCandles(candles, '1day')
  if (period === '1day') return days.map((day) => ({ day, fiveMinutes: null }))
  const byDay = Map.groupBy(candles, ({ startMs }) => candleStart(startMs, '1day'))
  return days.map((day) => ({
    day,
    fiveMinutes: packCandles(byDay.get(day.startMs) ?? [], day.startMs),
  }))
}
