import type { PlainCandle } from '#contract/candle-from-wire.ts'
import { type Period, periodMs } from '#core/candle/period.ts'

/**
 * Candles of one market and period, ascending, each start once, and none missing between two that are there. A period
 * without a quote has no candle, so two starts may lie far apart: only a page of the server can say that nothing is
 * missing between them.
 */
export type Series = readonly PlainCandle[]

/** Bounds what a chart keeps in memory: two weeks of minutes. */
export const mostHeld = 20_000
/** How far it may grow beyond before the oldest go, so that not every new candle moves the beginning. */
const trimmedAtOnce = 500

/**
 * The newest page over what is known, of which all that began before `sureUntilMs` has ended and is as it will stay.
 * Undefined when the page does not reach back that far: candles between may be missing, or have gone on.
 */
export function joinNewest(series: Series, page: Series, sureUntilMs: number): Series | undefined {
  const first = page[0]
  if (first === undefined || series.length === 0) return page
  if (first.startMs > sureUntilMs) return undefined
  return trimmed([...series.slice(0, countBefore(series, first.startMs)), ...page])
}

/** A page that ends where the series begins. */
export function joinOlder(series: Series, page: Series): Series {
  const first = series[0]
  return first === undefined ? page : [...page.slice(0, countBefore(page, first.startMs)), ...series]
}

/** The candle in progress over what is known; undefined when candles may be missing before it. */
export function addPush(series: Series, candle: PlainCandle, period: Period): Series | undefined {
  const last = series.at(-1)
  if (last === undefined) return undefined
  if (candle.startMs === last.startMs) return isLater(candle, last) ? series.with(-1, candle) : series
  // A candle that has ended is told by pages: a push of it is old news.
  if (candle.startMs < last.startMs) return series
  return candle.startMs === last.startMs + periodMs(period) ? trimmed([...series, candle]) : undefined
}

/** Of two states of one candle the later one has more quotes in it: pages and pushes do not arrive in their order. */
function isLater(candle: PlainCandle, than: PlainCandle): boolean {
  return candle.volume > than.volume
}

function trimmed(series: Series): Series {
  return series.length > mostHeld + trimmedAtOnce ? series.slice(-mostHeld) : series
}

/** How many began before this moment. */
function countBefore(series: Series, startMs: number): number {
  let low = 0
  let high = series.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((series[middle]?.startMs ?? 0) < startMs) low = middle + 1
    else high = middle
  }
  return low
}
