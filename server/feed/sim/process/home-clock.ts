import { dayMs } from '#core/candle/period.ts'

/** Where a group of people trades by the clock on the wall. */
export type Home = 'new_york' | 'london' | 'frankfurt' | 'hong_kong' | 'tokyo' | 'sydney' | 'utc'

/**
 * Rules, not a database of zones: the simulation needs to know about when a town wakes up, on every machine alike. The
 * hours of markets, which must be right to the minute, are handed in.
 */
const homes: Readonly<Record<Home, { readonly aheadMinutes: number; readonly summer?: SummerRule }>> = {
  new_york: { aheadMinutes: -300, summer: 'america' },
  london: { aheadMinutes: 0, summer: 'europe' },
  frankfurt: { aheadMinutes: 60, summer: 'europe' },
  hong_kong: { aheadMinutes: 480 },
  tokyo: { aheadMinutes: 540 },
  sydney: { aheadMinutes: 600, summer: 'australia' },
  utc: { aheadMinutes: 0 },
}

type SummerRule = 'america' | 'europe' | 'australia'

/** Which parts of the world keep summer time on a day. Days with the same season have the same clocks. */
export type Season = Readonly<Record<SummerRule, boolean>>

export function seasonOf(day: number): Season {
  const year = new Date(day * dayMs).getUTCFullYear()
  return {
    america: day >= sundayFrom(year, 3, 8) && day < sundayFrom(year, 11, 1),
    europe: day >= sundayFrom(year, 3, 25) && day < sundayFrom(year, 10, 25),
    australia: day < sundayFrom(year, 4, 1) || day >= sundayFrom(year, 10, 1),
  }
}

/** By how many minutes the clock there is ahead of UTC. */
export function minutesAhead(home: Home, season: Season): number {
  const { aheadMinutes, summer } = homes[home]
  return summer !== undefined && season[summer] ? aheadMinutes + 60 : aheadMinutes
}

/** 0 for Sunday. The epoch began on a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The first Sunday of a month from this date on, as a day since the epoch. */
function sundayFrom(year: number, month: number, date: number): number {
  const day = Math.floor(Date.UTC(year, month - 1, date) / dayMs)
  return day + ((7 - weekdayOf(day)) % 7)
}
