export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

type Weekday = (typeof weekdays)[number]

/** `HH:MM` in the zone of the hours; `24:00` is the end of the day. */
export type LocalTime = `${number}:${number}`

/** `YYYY-MM-DD` in the zone of the hours. */
export type LocalDate = `${number}-${number}-${number}`

/**
 * Open from the first time up to the second, exclusive. A session that ends at 24:00 continues in one that starts at
 * 00:00.
 */
export type Session = readonly [from: LocalTime, to: LocalTime]

/** Holidays and shortened days. */
export type DayCalendar = {
  /** Trading days on which the market is closed. */
  readonly closed: readonly LocalDate[]
  /** Closing time of a shortened trading day. */
  readonly earlyCloses?: Readonly<Record<LocalDate, LocalTime>>
  /** Opening time of a date on which the market opens late. */
  readonly lateOpens?: Readonly<Record<LocalDate, LocalTime>>
}

/** Weekly sessions in an IANA time zone, and their exceptions. */
export type WeeklyHours = {
  readonly zone: string
  readonly week: Readonly<Record<Weekday, readonly Session[]>>
  /**
   * Time at which the trading day of a date ends. With 18:00, the evening belongs to the next trading day. With 27:00
   * (03:00 of the next date), the night belongs to the previous one.
   */
  readonly dayEnds: LocalTime
  readonly calendar: DayCalendar
}

/** An open period in UTC: from `fromMs` up to `toMs`, exclusive. */
export type OpenSpan = { readonly fromMs: number; readonly toMs: number }

/** Ascending, with a gap between any two spans. */
export type OpenSpans = readonly OpenSpan[]

/** Open periods of a market, over the whole supported time range. */
export type SpansOf = (marketId: number) => OpenSpans

/** The span that contains this time. */
export function spanAt(spans: OpenSpans, timeMs: number): OpenSpan | undefined {
  const span = spans[firstEndingAfter(spans, timeMs)]
  return span !== undefined && span.fromMs <= timeMs ? span : undefined
}

/** Next opening time of a closed market; undefined if it is open now. */
export function nextOpen(spans: OpenSpans, timeMs: number): number | undefined {
  const span = spans[firstEndingAfter(spans, timeMs)]
  return span !== undefined && span.fromMs > timeMs ? span.fromMs : undefined
}

/** The last span that started at or before this time. */
export function lastStartedBy(spans: OpenSpans, timeMs: number): OpenSpan | undefined {
  const at = firstEndingAfter(spans, timeMs)
  const span = spans[at]
  return span !== undefined && span.fromMs <= timeMs ? span : spans[at - 1]
}

/** Index of the first span that ends after this time, or `spans.length`. */
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
