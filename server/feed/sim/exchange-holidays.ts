// Holidays of the exchanges of each centre, by rules that hold for any year. The simulation does not read the session
// calendars: prices must stay the same when these are extended or corrected.
import { dayOf, easterOf, weekdayFrom, weekdayOf, yearOf } from '#server/feed/sim/calendar-days.ts'
import type { FinancialCentre } from '#server/feed/sim/financial-centres.ts'
import { createLruMemo } from '#server/feed/sim/lru-memo.ts'

/** Whether a local date of a centre is a holiday there. */
export function createHolidays(centre: FinancialCentre): (day: number) => boolean {
  const inYear = createLruMemo(cachedYears, (year) => new Set(rules[centre](year)))
  return (day) => inYear(yearOf(day)).has(day)
}

const cachedYears = 8

const [sunday, monday, thursday, saturday] = [0, 1, 4, 6] as const

const rules: Readonly<Record<FinancialCentre, (year: number) => readonly number[]>> = {
  new_york: (year) => [
    ...americanFutures(year),
    weekdayFrom(monday, year, 1, 15),
    weekdayFrom(monday, year, 2, 15),
    weekdayFrom(monday, year, 5, 25),
    americanDay(dayOf(year, 6, 19)),
    americanDay(dayOf(year, 7, 4)),
    weekdayFrom(monday, year, 9, 1),
    weekdayFrom(thursday, year, 11, 22),
  ],
  chicago: americanFutures,
  london: (year) => [
    ...easterDays(year),
    weekdayFrom(monday, year, 5, 1),
    weekdayFrom(monday, year, 5, 25),
    weekdayFrom(monday, year, 8, 25),
    ...moved([dayOf(year, 1, 1), dayOf(year, 12, 25), dayOf(year, 12, 26)], [saturday, sunday]),
  ],
  frankfurt: (year) => [
    ...easterDays(year),
    ...dates(year, ['01-01', '05-01', '12-24', '12-25', '12-26', '12-31']),
  ],
  hong_kong: (year) =>
    moved(
      [
        ...easterDays(year),
        ...dates(year, ['01-01', '05-01', '07-01', '10-01', '12-25', '12-26']),
        tombSweeping(year),
        ...lunarHolidays(year),
      ],
      [sunday],
    ),
  tokyo: (year) => [...japaneseHolidays(year), ...dates(year, ['01-02', '01-03', '12-31'])],
  sydney: (year) => [
    ...easterDays(year),
    dayOf(year, 4, 25),
    weekdayFrom(monday, year, 6, 8),
    ...moved(dates(year, ['01-01', '01-26', '12-25', '12-26']), [saturday, sunday]),
  ],
  /** Days on which no currency trades anywhere. */
  utc: (year) => dates(year, ['01-01', '12-25']),
}

/** Futures of Chicago and New York also trade on most holidays of the stock exchange. */
function americanFutures(year: number): readonly number[] {
  const newYear = dayOf(year, 1, 1)
  return [
    // One on a Saturday would be observed in the year before, and is not.
    weekdayOf(newYear) === saturday ? newYear : americanDay(newYear),
    goodFriday(year),
    americanDay(dayOf(year, 12, 25)),
  ]
}

/** Observed on the Friday before or the Monday after a weekend. */
function americanDay(day: number): number {
  const weekday = weekdayOf(day)
  return weekday === saturday ? day - 1 : weekday === sunday ? day + 1 : day
}

function goodFriday(year: number): number {
  return easterOf(year) - 2
}

/** Good Friday and Easter Monday. */
function easterDays(year: number): readonly number[] {
  return [goodFriday(year), easterOf(year) + 1]
}

/** `01-19` is 19 January. */
function dates(year: number, monthsAndDays: readonly string[]): readonly number[] {
  return monthsAndDays.map((text) => dayOf(year, Number(text.slice(0, 2)), Number(text.slice(3))))
}

/** A holiday on one of these weekdays, or on another holiday, is observed on the next free day. */
function moved(holidays: readonly number[], weekdays: readonly number[]): readonly number[] {
  const taken = new Set<number>()
  const isFree = (day: number) => !taken.has(day) && !weekdays.includes(weekdayOf(day))
  const late = holidays.filter((day) => {
    if (!isFree(day)) return true
    taken.add(day)
    return false
  })
  for (let day of late) {
    while (!isFree(day)) day++
    taken.add(day)
  }
  return [...taken]
}

/** 15 degrees of the sun after the equinox, in the years 2000 to 2099. */
function tombSweeping(year: number): number {
  const ofCentury = year - 2000
  return dayOf(year, 4, Math.floor(0.2422 * ofCentury + 4.81) - Math.floor(ofCentury / 4))
}

/**
 * The lunar new year, the birthday of the Buddha, the dragon boat festival, the day after mid-autumn and the double
 * ninth. No rule gives them; other years have none of them.
 */
const lunarDates: Readonly<Record<number, string>> = {
  2024: '02-10 05-15 06-10 09-18 10-11',
  2025: '01-29 05-05 05-31 10-07 10-29',
  2026: '02-17 05-24 06-19 09-26 10-18',
  2027: '02-06 05-13 06-09 09-16 10-08',
  2028: '01-26 05-02 05-28 10-04 10-26',
  2029: '02-13 05-20 06-16 09-23 10-16',
  2030: '02-03 05-09 06-05 09-13 10-05',
  2031: '01-23 05-28 06-24 10-02 10-24',
  2032: '02-11 05-16 06-12 09-20 10-12',
  2033: '01-31 05-06 06-01 09-09 10-01',
  2034: '02-19 05-25 06-20 09-28 10-20',
  2035: '02-08 05-15 06-10 09-17 10-09',
  2036: '01-28 05-03 05-30 10-05 10-27',
  2037: '02-15 05-22 06-18 09-25 10-17',
  2038: '02-04 05-11 06-07 09-14 10-07',
  2039: '01-24 04-30 05-27 10-03 10-26',
  2040: '02-12 05-18 06-14 09-21 10-14',
  2041: '02-01 05-07 06-03 09-11 10-03',
  2042: '01-22 05-26 06-22 09-29 10-22',
  2043: '02-10 05-16 06-11 09-18 10-11',
  2044: '01-30 05-05 05-31 10-06 10-29',
  2045: '02-17 05-24 06-19 09-26 10-18',
  2046: '02-06 05-13 06-08 09-16 10-08',
  2047: '01-26 05-02 05-29 10-05 10-27',
  2048: '02-14 05-20 06-15 09-23 10-16',
  2049: '02-02 05-09 06-04 09-12 10-05',
  2050: '01-23 05-28 06-23 10-01 10-24',
}

/** The new year has three days. */
function lunarHolidays(year: number): readonly number[] {
  const [newYear, ...others] = dates(year, lunarDates[year]?.split(' ') ?? [])
  return newYear === undefined ? [] : [newYear, newYear + 1, newYear + 2, ...others]
}

/** By law. A working day between two holidays is one too, which happens only in September. */
function japaneseHolidays(year: number): readonly number[] {
  const respectForTheAged = weekdayFrom(monday, year, 9, 15)
  const autumn = equinox(year, 9, 23.2488)
  return moved(
    [
      ...dates(year, [
        '01-01',
        '02-11',
        '02-23',
        '04-29',
        '05-03',
        '05-04',
        '05-05',
        '08-11',
        '11-03',
        '11-23',
      ]),
      weekdayFrom(monday, year, 1, 8),
      weekdayFrom(monday, year, 7, 15),
      weekdayFrom(monday, year, 10, 8),
      equinox(year, 3, 20.8431),
      respectForTheAged,
      autumn,
      ...(autumn - respectForTheAged === 2 ? [respectForTheAged + 1] : []),
    ],
    [sunday],
  )
}

/** `date1980` is the date of the equinox in 1980, with the hour as a fraction. Right from 1980 to 2099. */
function equinox(year: number, month: number, date1980: number): number {
  const since = year - 1980
  return dayOf(year, month, Math.floor(date1980 + 0.242194 * since) - Math.floor(since / 4))
}
