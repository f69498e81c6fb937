import { dayMs } from '#core/candle/period.ts'
import { dayMinutes } from '#server/feed/sim/random-process.ts'

// When things move. Heights are variance: twice the height is 1.4 times the movement. What counts is the shape; the
// whole is scaled so that a working day comes to 1.

const hour = 60
const always: ActivityCurve = { centre: 'utc', points: [[0, 1]] }

/** From the middle of the morning to the middle of the afternoon there, higher when another town is awake too. */
const tokyo = (height: number): ActivityCurve => ({
  centre: 'tokyo',
  points: [
    [8 * hour, 0],
    [9 * hour, height],
    [11 * hour, 0.7 * height],
    [15 * hour, 0.4 * height],
    [17 * hour, 0],
  ],
})
const london = (height: number): ActivityCurve => ({
  centre: 'london',
  points: [
    [6 * hour, 0],
    [8 * hour, height],
    [11 * hour, 0.7 * height],
    [16 * hour, 0.8 * height],
    [18 * hour, 0],
  ],
})
const newYork = (height: number): ActivityCurve => ({
  centre: 'new_york',
  points: [
    [6.5 * hour, 0],
    [8.5 * hour, height],
    [11 * hour, 0.9 * height],
    [13 * hour, 0.4 * height],
    [17 * hour, 0.1 * height],
    [18 * hour, 0],
  ],
})

/** The hours of an exchange: busiest when it opens, busy when it closes, nearly still when it is closed. */
const exchange = (
  home: ActivityCurve['centre'],
  opens: number,
  closes: number,
  height: number,
): ActivityCurve => ({
  centre: home,
  points: [
    [opens - 1, 0],
    [opens, 2.6 * height],
    [opens + 20, 1.6 * height],
    [opens + 90, 0.9 * height],
    [(opens + closes) / 2, 0.6 * height],
    [closes - 30, 0.9 * height],
    [closes, 1.8 * height],
    [closes + 1, 0],
  ],
})

const weekend = 0.03

export const activities = {
  currencies: { curves: [always, tokyo(1), london(3.5), newYork(4.5)], weekend },
  pacific: { curves: [always, tokyo(3), london(2.5), newYork(4)], weekend },
  metals: { curves: [always, tokyo(2), london(2), newYork(4)], weekend },
  energies: { curves: [always, london(2.5), newYork(6)], weekend },
  coins: { curves: [{ centre: 'utc', points: [[0, 3]] }, london(1), newYork(2)], weekend: 0.7 },
  world: { curves: [always, tokyo(0.6), london(1), exchange('new_york', 9.5 * hour, 16 * hour, 5)], weekend },
  europe: { curves: [always, exchange('frankfurt', 9 * hour, 17.5 * hour, 7)], weekend },
  hongKong: { curves: [always, exchange('hong_kong', 9.5 * hour, 16 * hour, 8)], weekend },
  japan: { curves: [always, exchange('tokyo', 9 * hour, 15.5 * hour, 6), newYork(2)], weekend },
  australia: { curves: [always, exchange('sydney', 10 * hour, 16 * hour, 6)], weekend },
  americanShares: { curves: [always, exchange('new_york', 9.5 * hour, 16 * hour, 20)], weekend },
  germanShares: { curves: [always, exchange('frankfurt', 9 * hour, 17.5 * hour, 16)], weekend },
  britishShares: { curves: [always, exchange('london', 8 * hour, 16.5 * hour, 16)], weekend },
  hongKongShares: { curves: [always, exchange('hong_kong', 9.5 * hour, 16 * hour, 18)], weekend },
  japaneseShares: { curves: [always, exchange('tokyo', 9 * hour, 15.5 * hour, 18)], weekend },
} as const satisfies Readonly<Record<string, Activity>>

export type ActivityName = keyof typeof activities

/** How busy a group of people is through its day: corners of a line, as minutes after midnight and height. */
type ActivityCurve = {
  readonly centre: FinancialCentre
  readonly points: readonly (readonly [number, number])[]
}

/** When something moves, as variance for each minute of the week. */
type Activity = {
  readonly curves: readonly ActivityCurve[]
  /** While the week's trading pauses, as a share of the mean of the other days. */
  readonly weekend: number
}

/** The expected movement up to each minute of a day, where a day from Monday to Friday moves by 1 in the mean. */
export type VarianceClock = (day: number) => Float64Array

const winter: DaylightSaving = { america: false, europe: false, australia: true }

export function createVarianceClock(activity: Activity): VarianceClock {
  const wholeDay = activityByMinute(winter, activity).reduce((sum, height) => sum + height, 0)
  const heights = new Map<string, Float64Array>()
  const clocks = new Map<string, Float64Array>()
  return (day) => {
    const season = daylightSavingOn(day)
    const seasonName = `${season.america} ${season.europe} ${season.australia}`
    const kind = isHoliday(day) ? 'holiday' : weekdayOf(day)
    return getOrCompute(clocks, `${seasonName} ${kind}`, () => {
      const ofSeason = getOrCompute(heights, seasonName, () => activityByMinute(season, activity))
      const pauses = (minute: number) => kind === 'holiday' || isWeekend(kind, minute, season)
      return cumulative((minute) =>
        pauses(minute) ? activity.weekend / dayMinutes : (ofSeason[minute] ?? 0) / wholeDay,
      )
    })
  }
}

function getOrCompute<Value>(known: Map<string, Value>, name: string, make: () => Value): Value {
  const value = known.get(name) ?? make()
  known.set(name, value)
  return value
}

function cumulative(heightOf: (minute: number) => number): Float64Array {
  const clock = new Float64Array(dayMinutes + 1)
  for (let minute = 0; minute < dayMinutes; minute++) {
    clock[minute + 1] = (clock[minute] ?? 0) + heightOf(minute)
  }
  return clock
}

function activityByMinute(season: DaylightSaving, { curves }: Activity): Float64Array {
  return Float64Array.from({ length: dayMinutes }, (_, utcMinute) =>
    curves.reduce((sum, { centre: home, points: corners }) => {
      const localMinute = (utcMinute + utcOffsetMinutes(home, season) + dayMinutes) % dayMinutes
      return sum + interpolate(corners, localMinute)
    }, 0),
  )
}

function interpolate(corners: ActivityCurve['points'], minute: number): number {
  let [fromMinute, fromHeight] = [0, 0]
  for (const [toMinute, toHeight] of corners) {
    if (minute < toMinute) {
      return fromHeight + ((toHeight - fromHeight) * (minute - fromMinute)) / (toMinute - fromMinute)
    }
    ;[fromMinute, fromHeight] = [toMinute, toHeight]
  }
  return fromHeight
}

/** The week's trading pauses from Friday 17:00 to Sunday 17:00 in New York. */
function isWeekend(weekday: number, utcMinute: number, season: DaylightSaving): boolean {
  const shifted = weekday * dayMinutes + utcMinute + utcOffsetMinutes('new_york', season) + 7 * 60
  const tradingDay = Math.floor(shifted / dayMinutes + 7) % 7
  return tradingDay === 0 || tradingDay === 6
}

/** The two days on which all the world's currencies rest. */
function isHoliday(day: number): boolean {
  const date = new Date(day * dayMs)
  const name = `${date.getUTCMonth() + 1}-${date.getUTCDate()}`
  return name === '12-25' || name === '1-1'
}

/** Where a group of people trades by the clock on the wall. */
export type FinancialCentre = 'new_york' | 'london' | 'frankfurt' | 'hong_kong' | 'tokyo' | 'sydney' | 'utc'

/**
 * Rules, not a database of zones: the simulation needs to know about when a town wakes up, on every machine alike. The
 * hours of markets, which must be right to the minute, are handed in.
 */
const centres: Readonly<
  Record<FinancialCentre, { readonly aheadMinutes: number; readonly summer?: DaylightSavingRule }>
> = {
  new_york: { aheadMinutes: -300, summer: 'america' },
  london: { aheadMinutes: 0, summer: 'europe' },
  frankfurt: { aheadMinutes: 60, summer: 'europe' },
  hong_kong: { aheadMinutes: 480 },
  tokyo: { aheadMinutes: 540 },
  sydney: { aheadMinutes: 600, summer: 'australia' },
  utc: { aheadMinutes: 0 },
}

type DaylightSavingRule = 'america' | 'europe' | 'australia'

/** Which parts of the world keep summer time on a day. Days with the same season have the same clocks. */
type DaylightSaving = Readonly<Record<DaylightSavingRule, boolean>>

export function daylightSavingOn(day: number): DaylightSaving {
  const year = new Date(day * dayMs).getUTCFullYear()
  return {
    america: day >= sundayFrom(year, 3, 8) && day < sundayFrom(year, 11, 1),
    europe: day >= sundayFrom(year, 3, 25) && day < sundayFrom(year, 10, 25),
    australia: day < sundayFrom(year, 4, 1) || day >= sundayFrom(year, 10, 1),
  }
}

/** By how many minutes the clock there is ahead of UTC. */
export function utcOffsetMinutes(centre: FinancialCentre, season: DaylightSaving): number {
  const { aheadMinutes, summer } = centres[centre]
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
