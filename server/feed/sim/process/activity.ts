import { dayMs } from '#core/candle/period.ts'
import { dayMinutes } from '#server/feed/sim/process/day-path.ts'
import {
  type Home,
  minutesAhead,
  type Season,
  seasonOf,
  weekdayOf,
} from '#server/feed/sim/process/home-clock.ts'

/** How busy a group of people is through its day: corners of a line, as minutes after midnight and height. */
export type Curve = { readonly home: Home; readonly corners: readonly (readonly [number, number])[] }

/** When something moves, as variance for each minute of the week. */
export type Activity = {
  readonly curves: readonly Curve[]
  /** While the week's trading pauses, as a share of the mean of the other days. */
  readonly weekend: number
}

/** The expected movement up to each minute of a day, where a day from Monday to Friday moves by 1 in the mean. */
export type DayClock = (day: number) => Float64Array

const winter: Season = { america: false, europe: false, australia: true }

export function createDayClock(activity: Activity): DayClock {
  const wholeDay = heightsIn(winter, activity).reduce((sum, height) => sum + height, 0)
  const heights = new Map<string, Float64Array>()
  const clocks = new Map<string, Float64Array>()
  return (day) => {
    const season = seasonOf(day)
    const seasonName = `${season.america} ${season.europe} ${season.australia}`
    const kind = isHoliday(day) ? 'holiday' : weekdayOf(day)
    return remembered(clocks, `${seasonName} ${kind}`, () => {
      const ofSeason = remembered(heights, seasonName, () => heightsIn(season, activity))
      const pauses = (minute: number) => kind === 'holiday' || isWeekend(kind, minute, season)
      return summed((minute) =>
        pauses(minute) ? activity.weekend / dayMinutes : (ofSeason[minute] ?? 0) / wholeDay,
      )
    })
  }
}

function remembered<Value>(known: Map<string, Value>, name: string, make: () => Value): Value {
  const value = known.get(name) ?? make()
  known.set(name, value)
  return value
}

function summed(heightOf: (minute: number) => number): Float64Array {
  const clock = new Float64Array(dayMinutes + 1)
  for (let minute = 0; minute < dayMinutes; minute++) {
    clock[minute + 1] = (clock[minute] ?? 0) + heightOf(minute)
  }
  return clock
}

function heightsIn(season: Season, { curves }: Activity): Float64Array {
  return Float64Array.from({ length: dayMinutes }, (_, utcMinute) =>
    curves.reduce((sum, { home, corners }) => {
      const localMinute = (utcMinute + minutesAhead(home, season) + dayMinutes) % dayMinutes
      return sum + lineAt(corners, localMinute)
    }, 0),
  )
}

function lineAt(corners: Curve['corners'], minute: number): number {
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
function isWeekend(weekday: number, utcMinute: number, season: Season): boolean {
  const shifted = weekday * dayMinutes + utcMinute + minutesAhead('new_york', season) + 7 * 60
  const tradingDay = Math.floor(shifted / dayMinutes + 7) % 7
  return tradingDay === 0 || tradingDay === 6
}

/** The two days on which all the world's currencies rest. */
function isHoliday(day: number): boolean {
  const date = new Date(day * dayMs)
  const name = `${date.getUTCMonth() + 1}-${date.getUTCDate()}`
  return name === '12-25' || name === '1-1'
}
