import { weekdayOf } from '#server/feed/sim/calendar-days.ts'
import { createHolidays } from '#server/feed/sim/exchange-holidays.ts'
import {
  type DaylightSaving,
  daylightSavingOn,
  type FinancialCentre,
  utcOffsetMinutes,
} from '#server/feed/sim/financial-centres.ts'

export const dayMinutes = 1440

/**
 * Variance over the local day, as straight lines between points of (minutes after midnight, height). Zero on the
 * holidays of the centre.
 */
type ActivityCurve = {
  readonly centre: FinancialCentre
  readonly points: readonly (readonly [number, number])[]
}

/** Variance for each minute: the sum of the curves, but not less than at a weekend. */
type Activity = {
  readonly curves: readonly ActivityCurve[]
  /** Variance while trading pauses for the weekend, as a share of a working day's mean. */
  readonly weekend: number
}

// Heights are variances: twice the height is 1.4 times the movement. Only the shape matters, because each activity is
// scaled to 1 a working day.

const hour = 60

/** Around the clock, but for the holidays of the centre. */
const always = (centre: FinancialCentre, height = 1): ActivityCurve => ({ centre, points: [[0, height]] })

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

/** An exchange: busiest at the open, busy again at the close, almost still outside its hours. */
const exchange = (centre: FinancialCentre, opens: number, closes: number, height: number): ActivityCurve => ({
  centre,
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

/** An exchange, and a little around the clock. */
const dayTrading = (...[centre, ...hours]: Parameters<typeof exchange>): readonly ActivityCurve[] => [
  always(centre),
  exchange(centre, ...hours),
]

const weekend = 0.03

export const activities = {
  currencies: { curves: [always('utc'), tokyo(1), london(3.5), newYork(4.5)], weekend },
  pacific: { curves: [always('utc'), tokyo(3), london(2.5), newYork(4)], weekend },
  metals: { curves: [always('chicago'), tokyo(2), london(2), newYork(4)], weekend },
  energies: { curves: [always('chicago'), london(2.5), newYork(6)], weekend },
  coins: { curves: [always('utc', 3), london(1), newYork(2)], weekend: 0.7 },
  world: {
    curves: [always('new_york'), tokyo(0.6), london(1), exchange('new_york', 9.5 * hour, 16 * hour, 5)],
    weekend,
  },
  europe: { curves: dayTrading('frankfurt', 9 * hour, 17.5 * hour, 7), weekend },
  britain: { curves: dayTrading('london', 8 * hour, 16.5 * hour, 7), weekend },
  hongKong: { curves: dayTrading('hong_kong', 9.5 * hour, 16 * hour, 8), weekend },
  japan: { curves: [...dayTrading('tokyo', 9 * hour, 15.5 * hour, 6), newYork(2)], weekend },
  australia: { curves: dayTrading('sydney', 10 * hour, 16 * hour, 6), weekend },
  americanShares: { curves: dayTrading('new_york', 9.5 * hour, 16 * hour, 20), weekend },
  germanShares: { curves: dayTrading('frankfurt', 9 * hour, 17.5 * hour, 16), weekend },
  britishShares: { curves: dayTrading('london', 8 * hour, 16.5 * hour, 16), weekend },
  hongKongShares: { curves: dayTrading('hong_kong', 9.5 * hour, 16 * hour, 18), weekend },
  japaneseShares: { curves: dayTrading('tokyo', 9 * hour, 15.5 * hour, 18), weekend },
} as const satisfies Readonly<Record<string, Activity>>

export type ActivityName = keyof typeof activities

/** Cumulative expected variance up to each minute of a day. A day from Monday to Friday has 1 on average. */
export type VarianceClock = (day: number) => Float64Array

const northernWinter: DaylightSaving = { america: false, europe: false, australia: true }

export function createVarianceClock(activity: Activity): VarianceClock {
  const localDays = activity.curves.map(localDayOf)
  const ordinary = heightsByMinute(localDays, northernWinter, () => false)
  const wholeDay = ordinary.reduce((sum, height) => sum + height, 0)
  const centres = new Map(localDays.map(({ centre }) => [centre, createHolidays(centre)]))
  const clocks = new Map<number, Float64Array>()

  /** Equal for days with the same clock. */
  function kindOf(day: number, saving: DaylightSaving): number {
    // The weekend neither begins nor ends on Monday to Thursday.
    const weekday = Math.max(3, (weekdayOf(day) + 6) % 7)
    let kind = weekday
    for (const flag of [saving.america, saving.europe, saving.australia]) kind = 2 * kind + Number(flag)
    for (const [centre, isHoliday] of centres) {
      const [first, last] = localDates(utcOffsetMinutes(centre, saving))
      kind = 4 * kind + 2 * Number(isHoliday(day + first)) + Number(isHoliday(day + last))
    }
    return kind
  }

  function clockOn(day: number, saving: DaylightSaving): Float64Array {
    const least = activity.weekend / dayMinutes
    const isClosed = (centre: FinancialCentre, date: number) => centres.get(centre)?.(day + date) ?? false
    const heights = heightsByMinute(localDays, saving, isClosed)
    const [opens, closes] = tradingMinutes(weekdayOf(day), saving)
    const clock = new Float64Array(dayMinutes + 1)
    for (let minute = 0; minute < dayMinutes; minute++) {
      const isOpen = minute >= opens && minute < closes
      const height = isOpen ? Math.max(least, (heights[minute] ?? 0) / wholeDay) : least
      clock[minute + 1] = (clock[minute] ?? 0) + height
    }
    return clock
  }

  return (day) => {
    const saving = daylightSavingOn(day)
    const kind = kindOf(day, saving)
    const clock = clocks.get(kind) ?? clockOn(day, saving)
    clocks.set(kind, clock)
    return clock
  }
}

/** The first and the last local date of a UTC day, relative to it. */
function localDates(offsetMinutes: number): readonly [first: number, last: number] {
  return [localDate(0, offsetMinutes), localDate(dayMinutes - 1, offsetMinutes)]
}

function localDate(utcMinute: number, offsetMinutes: number): number {
  return Math.floor((utcMinute + offsetMinutes) / dayMinutes)
}

/** A curve as a height for each minute of the local day. */
type LocalDay = { readonly centre: FinancialCentre; readonly heights: Float64Array }

function localDayOf({ centre, points }: ActivityCurve): LocalDay {
  return { centre, heights: Float64Array.from({ length: dayMinutes }, (_, at) => interpolate(points, at)) }
}

/** `isClosed` takes a local date relative to the UTC day. */
function heightsByMinute(
  localDays: readonly LocalDay[],
  saving: DaylightSaving,
  isClosed: (centre: FinancialCentre, date: number) => boolean,
): Float64Array {
  const sums = new Float64Array(dayMinutes)
  for (const { centre, heights } of localDays) {
    const offset = utcOffsetMinutes(centre, saving)
    const [first, last] = localDates(offset)
    for (let date = first; date <= last; date++) {
      if (isClosed(centre, date)) continue
      const midnight = date * dayMinutes - offset
      const to = Math.min(dayMinutes, midnight + dayMinutes)
      for (let minute = Math.max(0, midnight); minute < to; minute++) {
        sums[minute] = (sums[minute] ?? 0) + (heights[minute - midnight] ?? 0)
      }
    }
  }
  return sums
}

function interpolate(points: ActivityCurve['points'], minute: number): number {
  let [fromMinute, fromHeight] = [0, 0]
  for (const [toMinute, toHeight] of points) {
    if (minute < toMinute) {
      return fromHeight + ((toHeight - fromHeight) * (minute - fromMinute)) / (toMinute - fromMinute)
    }
    ;[fromMinute, fromHeight] = [toMinute, toHeight]
  }
  return fromHeight
}

/** Trading pauses from Friday 17:00 to Sunday 17:00 New York time. */
function tradingMinutes(weekday: number, saving: DaylightSaving): readonly [opens: number, closes: number] {
  const turn = 17 * hour - utcOffsetMinutes('new_york', saving)
  return weekday === 6 ? [0, 0] : [weekday === 0 ? turn : 0, weekday === 5 ? turn : dayMinutes]
}
