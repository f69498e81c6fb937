import { type Candle, foldCandles } from '#core/candle/candle.ts'
import { packCandles, unpackCandles } from '#core/candle/pack-candles.ts'
import { candleStart, dayMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { FeedHistory, FoldPeriod } from '#server/feed/feed.ts'
import { readDays, type Shelf, type StoredDay, storeDays } from '#server/market-data/candles/candle-store.ts'

/** The complete days of one market: stored ones, and those its feed can still tell, which are stored then. */
export type DayShelf = {
  /** Candles of complete days that began from `fromMs` up to but not including `toMs`, oldest first. */
  readonly read: (fromMs: number, toMs: number, detail: FoldPeriod) => Promise<readonly Candle[]>
}

type Parts = {
  readonly shelf: Shelf
  readonly history: FeedHistory | undefined
  readonly spans: () => OpenSpans
}

export function createDayShelf({ shelf, history, spans }: Parts): DayShelf {
  /** One fold at a time, so that two who ask for the same days have them folded once. */
  let turn: Promise<unknown> = Promise.resolve()

  async function read(fromMs: number, toMs: number, detail: FoldPeriod): Promise<readonly Candle[]> {
    const stored = await readDays(shelf, fromMs, toMs, detail === '5min')
    if (history === undefined || missingDays(stored, fromMs, toMs, detail).length === 0) {
      return stored.flatMap((day) => candlesOf(day, detail))
    }
    const result = turn.then(() => readAndFold(history, fromMs, toMs, detail))
    turn = result.catch(() => undefined)
    return await result
  }

  /** Reads again: what was missing may have been folded for somebody else meanwhile. */
  async function readAndFold(
    { foldDays }: FeedHistory,
    fromMs: number,
    toMs: number,
    detail: FoldPeriod,
  ): Promise<readonly Candle[]> {
    const stored = await readDays(shelf, fromMs, toMs, detail === '5min')
    const missing = missingDays(stored, fromMs, toMs, detail)
    const [first] = missing
    const last = missing.at(-1)
    if (first === undefined || last === undefined) return stored.flatMap((day) => candlesOf(day, detail))
    const folded = await foldDays(shelf.marketId, first, last + dayMs, detail)
    await storeDays(shelf, daysOf(folded, detail))
    const outside = stored.filter(({ day }) => day.startMs < first || day.startMs > last)
    return [...outside.flatMap((day) => candlesOf(day, detail)), ...folded].sort(
      (left, right) => left.startMs - right.startMs,
    )
  }

  function missingDays(
    stored: readonly StoredDay[],
    fromMs: number,
    toMs: number,
    detail: FoldPeriod,
  ): readonly number[] {
    const known = new Set(
      stored
        .filter(({ fiveMinutes }) => detail === '1day' || fiveMinutes !== null)
        .map(({ day }) => day.startMs),
    )
    return openDays(spans(), fromMs, toMs).filter((startMs) => !known.has(startMs))
  }

  return { read }
}

/** The UTC days in the range on which the market is open at all. */
function openDays(spans: OpenSpans, fromMs: number, toMs: number): readonly number[] {
  const days = new Set<number>()
  for (const span of spans) {
    const from = candleStart(Math.max(span.fromMs, fromMs), '1day')
    for (let day = from; day < Math.min(span.toMs, toMs); day += dayMs) if (day >= fromMs) days.add(day)
  }
  return [...days].sort((left, right) => left - right)
}

function candlesOf({ day, fiveMinutes }: StoredDay, detail: FoldPeriod): readonly Candle[] {
  if (detail === '1day') return [day]
  return fiveMinutes === null ? [] : unpackCandles(fiveMinutes, day.startMs)
}

/** Candles of whole days as they are stored. */
export function daysOf(candles: readonly Candle[], detail: FoldPeriod): readonly StoredDay[] {
  const days = foldCandles(candles, '1day')
  if (detail === '1day') return days.map((day) => ({ day, fiveMinutes: null }))
  const byDay = Map.groupBy(candles, ({ startMs }) => candleStart(startMs, '1day'))
  return days.map((day) => ({
    day,
    fiveMinutes: packCandles(byDay.get(day.startMs) ?? [], day.startMs),
  }))
}
