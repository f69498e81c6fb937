import { type Candle, foldCandles } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs, type Period, periodMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { FeedHistory } from '#server/feed/feed.ts'
import type { MarketTrack } from '#server/market-data/cached-market.ts'
import { readMinutes, type Shelf } from '#server/market-data/candles/candle-store.ts'
import type { DayShelf } from '#server/market-data/candles/day-candles.ts'
import type { Clock } from '#server/platform/clock.ts'

export type CandleParts = {
  readonly track: MarketTrack
  readonly shelf: Shelf
  readonly days: DayShelf
  readonly history: FeedHistory | undefined
  readonly spans: () => OpenSpans
  readonly clock: Pick<Clock, 'now'>
}

/** How far back a chart can be scrolled. */
export const reachMs = 400 * dayMs
/** Days that are read at once: what a page needs is rarely more, and a fold of a month takes a moment. */
const daysAtOnce = 31

/** The newest candles begun before a moment, oldest first, the one in progress included. */
export async function readCandles(
  parts: CandleParts,
  period: Period,
  askedBeforeMs: number,
  limit: number,
): Promise<readonly Candle[]> {
  // A candle that began before the moment is given whole, wherever in it the moment lies.
  const beforeMs = Math.ceil(askedBeforeMs / periodMs(period)) * periodMs(period)
  // Of a market that memory holds nothing of, the days before today are complete.
  const wholeFromMs = parts.track.wholeFromMs() ?? candleStart(parts.clock.now(), '1day')
  const recent = recentCandles(parts.track, period, wholeFromMs, beforeMs)
  if (recent.length >= limit) return recent.slice(-limit)
  const wanted = {
    beforeMs: Math.min(beforeMs, wholeFromMs),
    oldestMs: wholeFromMs - reachMs,
    limit: limit - recent.length,
  }
  const older =
    period === '1min' ? await olderMinutes(parts, wanted) : await olderCandles(parts, period, wanted)
  return [...older, ...recent].slice(-limit)
}

function recentCandles(
  track: MarketTrack,
  period: Period,
  wholeFromMs: number,
  beforeMs: number,
): readonly Candle[] {
  const minutes = track.minutes().filter(({ startMs }) => startMs >= wholeFromMs)
  const candles = period === '1min' ? minutes : foldCandles(minutes, period)
  return candles.filter(({ startMs }) => startMs < beforeMs)
}

/** What memory does not hold. */
type Wanted = { readonly beforeMs: number; readonly oldestMs: number; readonly limit: number }

/** What the feed can tell is never stored: a page costs it less than the database. */
async function olderMinutes(
  { shelf, history, spans }: CandleParts,
  { beforeMs, oldestMs, limit }: Wanted,
): Promise<readonly Candle[]> {
  if (history === undefined) return await readMinutes(shelf, oldestMs, beforeMs, limit)
  let older: readonly Candle[] = []
  for (const span of [...spans()].reverse()) {
    if (span.toMs <= oldestMs || older.length >= limit) break
    if (span.fromMs >= beforeMs) continue
    const untilMs = Math.min(span.toMs, beforeMs)
    const fromMs = Math.max(span.fromMs, oldestMs, untilMs - (limit - older.length) * minuteMs)
    older = [...history.minutes(shelf.marketId, fromMs, untilMs - 1), ...older]
  }
  return older
}

async function olderCandles(
  { days }: CandleParts,
  period: Period,
  { beforeMs, oldestMs, limit }: Wanted,
): Promise<readonly Candle[]> {
  const detail = period === '1day' ? '1day' : '5min'
  let older: readonly Candle[] = []
  let toMs = Math.ceil(beforeMs / dayMs) * dayMs
  let stepMs = firstStep(period, limit)
  while (toMs > oldestMs && older.length < limit) {
    const fromMs = Math.max(oldestMs, toMs - stepMs)
    const read = foldCandles(await days.read(fromMs, toMs, detail), period)
    older = [...read.filter(({ startMs }) => startMs < beforeMs), ...older]
    toMs = fromMs
    // Where there is little, the steps grow: a market closed for a year is not asked about day by day.
    stepMs = Math.min(stepMs * 2, daysAtOnce * dayMs)
  }
  return older.slice(-limit)
}

/** Days may be read all at once, each being one small row. */
function firstStep(period: Period, limit: number): number {
  if (period === '1day') return reachMs
  const days = Math.ceil((limit * periodMs(period)) / dayMs) + 1
  return Math.min(days, daysAtOnce) * dayMs
}
