// Dates as numbers of days since the epoch.
import { dayMs } from '#core/candle/period.ts'

export function dayOf(year: number, month: number, date: number): number {
  return Math.floor(Date.UTC(year, month - 1, date) / dayMs)
}

/** The last answer of `yearOf`. Most calls are about the same year, and a Date is slow. */
let known = { year: 1970, from: 0, to: 365 }

export function yearOf(day: number): number {
  if (day < known.from || day >= known.to) {
    const year = new Date(day * dayMs).getUTCFullYear()
    known = { year, from: dayOf(year, 1, 1), to: dayOf(year + 1, 1, 1) }
  }
  return known.year
}

/** 0 is Sunday. The epoch began on a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The first day with this weekday on or after a date. */
export function weekdayFrom(weekday: number, year: number, month: number, date: number): number {
  const day = dayOf(year, month, date)
  return day + ((weekday - weekdayOf(day) + 7) % 7)
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function easterOf(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const leapCentury = Math.floor(century / 4)
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapCentury - moonShift + 15) % 30
  const yearOfCentury = year % 100
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  return dayOf(year, 3, 22) + epact + toSunday - 7 * late
}
