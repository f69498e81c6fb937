import type { DayCalendar, LocalDate, LocalTime } from '#core/market/trading-hours.ts'

// Announced holidays and early closes of exchanges in 2026 and 2027. Other years have only weekly hours, so the days of
// each year must be added here before that year begins.

export const newYork: DayCalendar = {
  closed: [
    ...inYear(2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'),
    ...inYear(2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24'),
  ],
  earlyCloses: at('13:00', [...inYear(2026, '11-27 12-24'), ...inYear(2027, '11-26')]),
}

export const frankfurt: DayCalendar = {
  closed: [
    ...inYear(2026, '01-01 04-03 04-06 05-01 12-24 12-25 12-31'),
    ...inYear(2027, '01-01 03-26 03-29 12-24 12-31'),
  ],
  earlyCloses: at('14:00', [...inYear(2026, '12-30'), ...inYear(2027, '12-30')]),
}

export const paris: DayCalendar = {
  closed: [...inYear(2026, '01-01 04-03 04-06 05-01 12-25'), ...inYear(2027, '01-01 03-26 03-29')],
  earlyCloses: at('14:05', [...inYear(2026, '12-24 12-31'), ...inYear(2027, '12-24 12-31')]),
}

export const london: DayCalendar = {
  closed: [
    ...inYear(2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'),
    ...inYear(2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'),
  ],
  earlyCloses: at('12:30', [...inYear(2026, '12-24 12-31'), ...inYear(2027, '12-24 12-31')]),
}

export const hongKong: DayCalendar = {
  closed: [
    ...inYear(2026, '01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25'),
    ...inYear(2027, '01-01 02-08 02-09 03-26 03-29 04-05 05-13 06-09 07-01 09-16 10-01 10-08 12-27'),
  ],
  earlyCloses: at('12:00', [...inYear(2026, '02-16 12-24 12-31'), ...inYear(2027, '02-05 12-24 12-31')]),
}

export const tokyo: DayCalendar = {
  closed: [
    ...inYear(
      2026,
      '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31',
    ),
    ...inYear(
      2027,
      '01-01 01-11 02-11 02-23 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23 12-31',
    ),
  ],
}

export const sydney: DayCalendar = {
  closed: [
    ...inYear(2026, '01-01 01-26 04-03 04-06 06-08 12-25 12-28'),
    ...inYear(2027, '01-01 01-26 03-26 03-29 06-14 12-27 12-28'),
  ],
  earlyCloses: at('14:10', [...inYear(2026, '12-24 12-31'), ...inYear(2027, '12-24 12-31')]),
}

/** New Year, Good Friday and Christmas, which in 2027 is observed on the Friday before. */
const futuresClosed = [...inYear(2026, '01-01 04-03 12-25'), ...inYear(2027, '01-01 03-26 12-24')]

/** US bank holidays: the New York Stock Exchange is closed, but futures trade until noon Chicago time. */
const usBankHolidays = [
  ...inYear(2026, '01-19 02-16 05-25 06-19 07-03 09-07 11-26'),
  ...inYear(2027, '01-18 02-15 05-31 06-18 07-05 09-06 11-25'),
]

/** Futures of Chicago and New York, in New York time. */
export const usFutures: DayCalendar = { closed: futuresClosed, earlyCloses: at('13:00', usBankHolidays) }

/** The same futures in Chicago time. */
export const usFuturesInChicago: DayCalendar = {
  closed: futuresClosed,
  earlyCloses: at('12:00', usBankHolidays),
}

/** Brent trades in London, even on US holidays. */
export const brentFutures: DayCalendar = {
  closed: [...inYear(2026, '01-01 04-03 12-25'), ...inYear(2027, '01-01 03-26')],
}

/**
 * The currency markets are closed on Christmas and New Year. These dates follow the pattern of earlier years; the
 * administrator confirms them each year with the price provider.
 */
export const currencies: DayCalendar = {
  closed: [...inYear(2026, '01-01 12-25'), ...inYear(2027, '01-01')],
  lateOpens: at('17:05', inYear(2026, '01-01 12-25')),
}

/** `01-19 02-16` in 2026 is 2026-01-19 and 2026-02-16. */
function inYear(year: number, monthsAndDays: string): readonly LocalDate[] {
  return monthsAndDays.split(' ').map((monthAndDay) => `${year}-${monthAndDay}` as LocalDate)
}

function at(time: LocalTime, dates: readonly LocalDate[]): Readonly<Record<LocalDate, LocalTime>> {
  return Object.fromEntries(dates.map((date) => [date, time]))
}
