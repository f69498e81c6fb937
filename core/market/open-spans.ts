/** When a market is open, as UTC: from `fromMs` on, up to but not including `toMs`. */
export type OpenSpan = { readonly fromMs: number; readonly toMs: number }

/** Ascending, none touching the next. */
export type OpenSpans = readonly OpenSpan[]

/** When each market is open, by its id, over all the time that anybody may ask about. */
export type SpansOf = (marketId: number) => OpenSpans

/** The span that holds this moment, if one does. */
export function spanAt(spans: OpenSpans, timeMs: number): OpenSpan | undefined {
  const span = spans[firstEndingAfter(spans, timeMs)]
  return span !== undefined && span.fromMs <= timeMs ? span : undefined
}

/** When it opens next, should it be closed at this moment. */
export function nextOpen(spans: OpenSpans, timeMs: number): number | undefined {
  const span = spans[firstEndingAfter(spans, timeMs)]
  return span !== undefined && span.fromMs > timeMs ? span.fromMs : undefined
}

/** The last span that had begun by this moment. */
export function lastStartedBy(spans: OpenSpans, timeMs: number): OpenSpan | undefined {
  const at = firstEndingAfter(spans, timeMs)
  const span = spans[at]
  return span !== undefined && span.fromMs <= timeMs ? span : spans[at - 1]
}

/** Where in the list the first span stands that is not over by this moment; its length if all are. */
export function firstEndingAfter(spans: OpenSpans, timeMs: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.toMs ?? 0) > timeMs) high = middle
    else low = middle + 1
  }
  return low
}
