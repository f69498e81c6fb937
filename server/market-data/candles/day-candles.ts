import { aggregateCandles, type Candle } from '#core/candle/candle.ts'
import { packCandles, unpackCandles } from '#core/candle/pack-candles.ts'
import { candleStart, dayMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { AggregatePeriod, FeedHistory } from '#server/feed/feed.ts'
import {
  type CandleSeries,
  readDays,
  type StoredDay,
  storeDays,
} from '#server/market-data/candles/candle-store.ts'

/** Candles of one market's complete days. Missing days are computed from the feed's history and stored. */
export type DayCandles = {
  /** Complete days that start in [fromMs, toMs), oldest first. */
  readonly read: (fromMs: number, toMs: number, period: AggregatePeriod) => Promise<readonly Candle[]>
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
    return openDays(spans(), fromMs, toMs).filter((startMs) => !known.has(startMs))
  }

  return { read }
}

/** UTC days in the range with any open hours. */
function openDays(spans: OpenSpans, fromMs: number, toMs: number): readonly number[] {
  const days = new Set<number>()
  for (const span of spans) {
    const from = candleStart(Math.max(span.fromMs, fromMs), '1day')
    for (let day = from; day < Math.min(span.toMs, toMs); day += dayMs) if (day >= fromMs) days.add(day)
  }
  return [...days].sort((left, right) => left - right)
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
