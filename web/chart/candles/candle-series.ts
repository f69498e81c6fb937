import type { PlainCandle } from '#contract/market-from-wire.ts'
import { type Period, periodMs } from '#core/candle/period.ts'

/**
 * Candles of one market and period, ascending, each start once, and none missing between two that are there. A period
 * without a quote has no candle, so two starts may lie far apart: only a page of the server can say that nothing is
 * missing between them.
 */
export type CandleSeries = readonly PlainCandle[]

/** Bounds what a chart keeps in memory: two weeks of minutes. */
export const maxCandles = 20_000
/** How far it may grow beyond before the oldest go, so that not every new candle moves the beginning. */
const trimmedAtOnce = 500

/**
 * The newest page over what is known, of which all that began before `sureUntilMs` has ended and is as it will stay.
 * Undefined when the page does not reach back that far: candles between may be missing, or have gone on.
 */
export function mergeNewestPage(
  series: CandleSeries,
  page: CandleSeries,
  sureUntilMs: number,
): CandleSeries | undefined {
  const first = page[0]
  if (first === undefined || series.length === 0) return page
  if (first.startMs > sureUntilMs) return undefined
  return trimmed([...series.slice(0, countBefore(series, first.startMs)), ...page])
}

/** A page that ends where the series begins. */
export function mergeOlderPage(series: CandleSeries, page: CandleSeries): CandleSeries {
  const first = series[0]
  return first === undefined ? page : [...page.slice(0, countBefore(page, first.startMs)), ...series]
}

/** The candle in progress over what is known; undefined when candles may be missing before it. */
export function mergePush(
  series: CandleSeries,
  candle: PlainCandle,
  period: Period,
): CandleSeries | undefined {
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

function trimmed(series: CandleSeries): CandleSeries {
  return series.length > maxCandles + trimmedAtOnce ? series.slice(-maxCandles) : series
}

/** How many began before this moment. */
function countBefore(series: CandleSeries, startMs: number): number {
  let low = 0
  let high = series.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((series[middle]?.startMs ?? 0) < startMs) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The candle in progress, as it was pushed. On one subscription nothing is left out: how a candle ended is told before
 * the next one is. A snapshot begins a subscription, and what was before it may not have been told.
 */
export type CandlePush = { readonly candle: PlainCandle; readonly snapshot: boolean }

/** Pages and pushes on their way to a series. Plain data: whoever does the fetching looks at `lacks`. */
export type LiveCandles = {
  readonly candles: CandleSeries
  /** Candles that began before this are as they will stay. */
  readonly finalBeforeMs: number
  /** Whether the newest page must be fetched for nothing to be missing. */
  readonly needsPage: boolean
  /** Whether it is being fetched. */
  readonly isFetching: boolean
  /** Pushes that the page should go up to: what came since it is lacking, the newest state of each candle. */
  readonly pendingPushes: readonly CandlePush[]
  /** Whether the server may have older ones. */
  readonly hasOlder: boolean
}

export const emptyLiveCandles: LiveCandles = {
  candles: [],
  finalBeforeMs: 0,
  needsPage: true,
  isFetching: false,
  pendingPushes: [],
  hasOlder: false,
}

/** The newest page is fetched from now on. */
export function beginFetch(series: LiveCandles): LiveCandles {
  return { ...series, needsPage: false, isFetching: true }
}

/** The server may have been away: what is known may not be what it knows. */
export function invalidate(series: LiveCandles): LiveCandles {
  return { ...series, needsPage: true, pendingPushes: [] }
}

/** The fetch that was under way, if one was, did not succeed. */
export function failFetch(series: LiveCandles): LiveCandles {
  return series.isFetching ? { ...series, needsPage: true, isFetching: false } : series
}

export function applyPush(series: LiveCandles, push: CandlePush, period: Period): LiveCandles {
  const heard = addLivePush(series, push, period)
  if (!series.isFetching && !heard.needsPage) return heard
  // While the page is fetched nothing is judged to be missing: that is done when it is here.
  const lacks = series.isFetching ? series.needsPage : heard.needsPage
  return { ...heard, needsPage: lacks, pendingPushes: withLatestState(series.pendingPushes, push) }
}

/** The newest page, as it was at some moment after it was asked for. */
export function applyNewestPage(series: LiveCandles, page: CandleSeries, period: Period): LiveCandles {
  const joined = mergeNewestPage(series.candles, page, series.finalBeforeMs)
  const isAnew = joined === undefined || series.candles.length === 0
  const candles = joined ?? page
  const settled: LiveCandles = {
    candles,
    finalBeforeMs: candles.at(-1)?.startMs ?? 0,
    needsPage: series.needsPage,
    isFetching: false,
    pendingPushes: [],
    hasOlder: isAnew ? page.length > 0 : series.hasOlder,
  }
  const whole = series.pendingPushes.reduce((next, push) => addLivePush(next, push, period), settled)
  return whole.needsPage ? { ...whole, pendingPushes: series.pendingPushes } : whole
}

/** The candles right before `beforeMs`; none means that there are no older ones. */
export function applyOlderPage(series: LiveCandles, beforeMs: number, page: CandleSeries): LiveCandles {
  // The beginning may have moved since it was asked for; then this page does not belong there.
  if (series.candles[0]?.startMs !== beforeMs) return series
  return { ...series, candles: mergeOlderPage(series.candles, page), hasOlder: page.length > 0 }
}

function addLivePush(series: LiveCandles, { candle, snapshot }: CandlePush, period: Period): LiveCandles {
  const candles = mergePush(series.candles, candle, period)
  if (candles === undefined) return { ...series, needsPage: true }
  const before = series.candles.at(-1)?.startMs
  if (candles.at(-1)?.startMs === before) return { ...series, candles }
  const isSure = !snapshot && series.finalBeforeMs === before
  return isSure
    ? { ...series, candles, finalBeforeMs: candle.startMs }
    : { ...series, candles, needsPage: series.needsPage || snapshot }
}

/** Of each candle the newest state. That it began unseen stays true of it. */
function withLatestState(since: readonly CandlePush[], push: CandlePush): readonly CandlePush[] {
  const last = since.at(-1)
  if (last?.candle.startMs !== push.candle.startMs) return [...since, push]
  return since.with(-1, { candle: push.candle, snapshot: last.snapshot || push.snapshot })
}
