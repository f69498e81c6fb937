import type { PlainCandle } from '#contract/market-from-wire.ts'
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

/**
 * The candle in progress, as it was pushed. On one subscription nothing is left out: how a candle ended is told before
 * the next one is. A snapshot begins a subscription, and what was before it may not have been told.
 */
export type CandlePush = { readonly candle: PlainCandle; readonly snapshot: boolean }

/** Pages and pushes on their way to a series. Plain data: whoever does the fetching looks at `lacks`. */
export type LiveSeries = {
  readonly candles: Series
  /** Candles that began before this are as they will stay. */
  readonly sureUntilMs: number
  /** Whether the newest page must be fetched for nothing to be missing. */
  readonly lacks: boolean
  /** Whether it is being fetched. */
  readonly asks: boolean
  /** Pushes that the page should go up to: what came since it is lacking, the newest state of each candle. */
  readonly since: readonly CandlePush[]
  /** Whether the server may have older ones. */
  readonly hasOlder: boolean
}

export const nothingYet: LiveSeries = {
  candles: [],
  sureUntilMs: 0,
  lacks: true,
  asks: false,
  since: [],
  hasOlder: false,
}

/** The newest page is fetched from now on. */
export function ask(series: LiveSeries): LiveSeries {
  return { ...series, lacks: false, asks: true }
}

/** The server may have been away: what is known may not be what it knows. */
export function doubt(series: LiveSeries): LiveSeries {
  return { ...series, lacks: true, since: [] }
}

/** The fetch that was under way, if one was, did not succeed. */
export function fail(series: LiveSeries): LiveSeries {
  return series.asks ? { ...series, lacks: true, asks: false } : series
}

export function hear(series: LiveSeries, push: CandlePush, period: Period): LiveSeries {
  const heard = add(series, push, period)
  if (!series.asks && !heard.lacks) return heard
  // While the page is fetched nothing is judged to be missing: that is done when it is here.
  const lacks = series.asks ? series.lacks : heard.lacks
  return { ...heard, lacks, since: latest(series.since, push) }
}

/** The newest page, as it was at some moment after it was asked for. */
export function answer(series: LiveSeries, page: Series, period: Period): LiveSeries {
  const joined = joinNewest(series.candles, page, series.sureUntilMs)
  const isAnew = joined === undefined || series.candles.length === 0
  const candles = joined ?? page
  const settled: LiveSeries = {
    candles,
    sureUntilMs: candles.at(-1)?.startMs ?? 0,
    lacks: series.lacks,
    asks: false,
    since: [],
    hasOlder: isAnew ? page.length > 0 : series.hasOlder,
  }
  const whole = series.since.reduce((next, push) => add(next, push, period), settled)
  return whole.lacks ? { ...whole, since: series.since } : whole
}

/** The candles right before `beforeMs`; none means that there are no older ones. */
export function answerOlder(series: LiveSeries, beforeMs: number, page: Series): LiveSeries {
  // The beginning may have moved since it was asked for; then this page does not belong there.
  if (series.candles[0]?.startMs !== beforeMs) return series
  return { ...series, candles: joinOlder(series.candles, page), hasOlder: page.length > 0 }
}

function add(series: LiveSeries, { candle, snapshot }: CandlePush, period: Period): LiveSeries {
  const candles = addPush(series.candles, candle, period)
  if (candles === undefined) return { ...series, lacks: true }
  const before = series.candles.at(-1)?.startMs
  if (candles.at(-1)?.startMs === before) return { ...series, candles }
  const isSure = !snapshot && series.sureUntilMs === before
  return isSure
    ? { ...series, candles, sureUntilMs: candle.startMs }
    : { ...series, candles, lacks: series.lacks || snapshot }
}

/** Of each candle the newest state. That it began unseen stays true of it. */
function latest(since: readonly CandlePush[], push: CandlePush): readonly CandlePush[] {
  const last = since.at(-1)
  if (last?.candle.startMs !== push.candle.startMs) return [...since, push]
  return since.with(-1, { candle: push.candle, snapshot: last.snapshot || push.snapshot })
}
