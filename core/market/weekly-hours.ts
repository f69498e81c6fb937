export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export type Weekday = (typeof weekdays)[number]

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
