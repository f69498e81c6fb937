import type { PlainCandle } from '#contract/market-from-wire.ts'
import { type Period, periodMs } from '#core/candle/period.ts'

/**
 * Candles of one market and period in ascending order without gaps. A period without a quote has no candle, so only a
 * page from the server can prove that nothing is missing between two candles.
 */
export type CandleSeries = readonly PlainCandle[]

/** Bounds the memory of a chart: two weeks of 1min candles. */
export const maxCandles = 20_000
/** The series grows by this much beyond the bound before it is trimmed, so that its start rarely moves. */
const trimSlack = 500

/**
 * Merges the newest page into a series whose candles before `finalBeforeMs` are final. Undefined if the page does not
 * reach back that far: candles in between may be missing or outdated.
 */
export function mergeNewestPage(
  series: CandleSeries,
  page: CandleSeries,
  finalBeforeMs: number,
): CandleSeries | undefined {
  const first = page[0]
  if (first === undefined || series.length === 0) return page
  if (first.startMs > finalBeforeMs) return undefined
  return trimmed([...series.slice(0, countBefore(series, first.startMs)), ...page])
}

/** Prepends a page that ends where the series begins. */
export function mergeOlderPage(series: CandleSeries, page: CandleSeries): CandleSeries {
  const first = series[0]
  return first === undefined ? page : [...page.slice(0, countBefore(page, first.startMs)), ...series]
}

/** Merges the candle in progress. Undefined if candles may be missing before it. */
export function mergePush(
  series: CandleSeries,
  candle: PlainCandle,
  period: Period,
): CandleSeries | undefined {
  const last = series.at(-1)
  if (last === undefined) return undefined
  if (candle.startMs === last.startMs) return isLater(candle, last) ? series.with(-1, candle) : series
  // A push of an earlier candle is outdated.
  if (candle.startMs < last.startMs) return series
  return candle.startMs === last.startMs + periodMs(period) ? trimmed([...series, candle]) : undefined
}

/** The later of two states of a candle has more quotes. Pages and pushes may arrive out of order. */
function isLater(candle: PlainCandle, than: PlainCandle): boolean {
  return candle.volume > than.volume
}

function trimmed(series: CandleSeries): CandleSeries {
  return series.length > maxCandles + trimSlack ? series.slice(-maxCandles) : series
}

/** Number of candles that start before this time. */
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
 * A pushed state of the candle in progress. Within a subscription the final state of a candle arrives before the next
 * candle. A snapshot starts a subscription, so changes before it may be missing.
 */
export type CandlePush = { readonly candle: PlainCandle; readonly snapshot: boolean }

/** Candles merged from pages and pushes. The store fetches a page whenever `needsPage` is set. */
export type LiveCandles = {
  readonly candles: CandleSeries
  /** Candles that start before this are final. */
  readonly finalBeforeMs: number
  /** Whether the newest page must be fetched to close a possible gap. */
  readonly needsPage: boolean
  readonly isFetching: boolean
  /** Pushes received while a page is needed or being fetched: the latest state of each candle. */
  readonly pendingPushes: readonly CandlePush[]
  /** Whether the server may have older candles. */
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

export function beginFetch(series: LiveCandles): LiveCandles {
  return { ...series, needsPage: false, isFetching: true }
}

/** Call it after a disconnect, when the series may be outdated. */
export function invalidate(series: LiveCandles): LiveCandles {
  return { ...series, needsPage: true, pendingPushes: [] }
}

export function failFetch(series: LiveCandles): LiveCandles {
  return series.isFetching ? { ...series, needsPage: true, isFetching: false } : series
}

export function applyPush(series: LiveCandles, push: CandlePush, period: Period): LiveCandles {
  const updated = addLivePush(series, push, period)
  if (!series.isFetching && !updated.needsPage) return updated
  // Gaps are detected when the page has arrived, not while it is being fetched.
  const needsPage = series.isFetching ? series.needsPage : updated.needsPage
  return { ...updated, needsPage, pendingPushes: withLatestState(series.pendingPushes, push) }
}

/** Merges the newest page, which may be older or newer than the pending pushes. */
export function applyNewestPage(series: LiveCandles, page: CandleSeries, period: Period): LiveCandles {
  const merged = mergeNewestPage(series.candles, page, series.finalBeforeMs)
  const isReplaced = merged === undefined || series.candles.length === 0
  const candles = merged ?? page
  const withPage: LiveCandles = {
    candles,
    finalBeforeMs: candles.at(-1)?.startMs ?? 0,
    needsPage: series.needsPage,
    isFetching: false,
    pendingPushes: [],
    hasOlder: isReplaced ? page.length > 0 : series.hasOlder,
  }
  const current = series.pendingPushes.reduce((next, push) => addLivePush(next, push, period), withPage)
  return current.needsPage ? { ...current, pendingPushes: series.pendingPushes } : current
}

/** Merges the candles right before `beforeMs`. An empty page means that there are no older candles. */
export function applyOlderPage(series: LiveCandles, beforeMs: number, page: CandleSeries): LiveCandles {
  // The start of the series may have moved since the request. Then the page no longer fits.
  if (series.candles[0]?.startMs !== beforeMs) return series
  return { ...series, candles: mergeOlderPage(series.candles, page), hasOlder: page.length > 0 }
}

function addLivePush(series: LiveCandles, { candle, snapshot }: CandlePush, period: Period): LiveCandles {
  const candles = mergePush(series.candles, candle, period)
  if (candles === undefined) return { ...series, needsPage: true }
  const before = series.candles.at(-1)?.startMs
  if (candles.at(-1)?.startMs === before) return { ...series, candles }
  const isFinal = !snapshot && series.finalBeforeMs === before
  return isFinal
    ? { ...series, candles, finalBeforeMs: candle.startMs }
    : { ...series, candles, needsPage: series.needsPage || snapshot }
}

/** Keeps the latest state of each candle, flagged as a snapshot if any of its states was one. */
function withLatestState(pushes: readonly CandlePush[], push: CandlePush): readonly CandlePush[] {
  const last = pushes.at(-1)
  if (last?.candle.startMs !== push.candle.startMs) return [...pushes, push]
  return pushes.with(-1, { candle: push.candle, snapshot: last.snapshot || push.snapshot })
}
