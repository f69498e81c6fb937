export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

type Weekday = (typeof weekdays)[number]

/** `HH:MM` on a clock of the hours' own zone; `24:00` is the midnight that ends the day. */
export type LocalTime = `${number}:${number}`

/** `YYYY-MM-DD` in the hours' own zone. */
export type LocalDate = `${number}-${number}-${number}`

/** Open from the first time on, up to the second. One that ends at 24:00 goes on where the next day begins at 00:00. */
export type Session = readonly [from: LocalTime, to: LocalTime]

/** The days that differ from the week. */
export type DayCalendar = {
  /** Nothing of these trading days is open. */
  readonly closed: readonly LocalDate[]
  /** From this time to the end of that trading day nothing is open. */
  readonly earlyCloses?: Readonly<Record<LocalDate, LocalTime>>
  /** On that date nothing is open before this time. */
  readonly lateOpens?: Readonly<Record<LocalDate, LocalTime>>
}

/** When something is open: a week in a zone of the IANA database, and the days that differ from it. */
export type WeeklyHours = {
  readonly zone: string
  readonly week: Readonly<Record<Weekday, readonly Session[]>>
  /**
   * When the trading day of a date ends, and the next one begins. 18:00 says that an evening belongs to the day after
   * it; hours above 24 that a night belongs to the day before it: 27:00 is 03:00 of the next date.
   */
  readonly dayEnds: LocalTime
  readonly calendar: DayCalendar
}

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
