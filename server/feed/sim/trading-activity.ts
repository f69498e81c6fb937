import { dayMs } from '#core/candle/period.ts'

export const dayMinutes = 1440

/** Variance over the local day, as straight lines between points of (minutes after midnight, height). */
type ActivityCurve = {
  readonly centre: FinancialCentre
  readonly points: readonly (readonly [number, number])[]
}

/** Variance for each minute of the week: the sum of the curves. */
type Activity = {
  readonly curves: readonly ActivityCurve[]
  /** Variance while trading pauses for the weekend, as a share of a working day's mean. */
  readonly weekend: number
}

// Heights are variances: twice the height is 1.4 times the movement. Only the shape matters, because each activity is
// scaled to 1 a working day.

const hour = 60
const always: ActivityCurve = { centre: 'utc', points: [[0, 1]] }

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

/** Cumulative expected variance up to each minute of a day. A day from Monday to Friday has 1 on average. */
export type VarianceClock = (day: number) => Float64Array

const northernWinter: DaylightSaving = { america: false, europe: false, australia: true }

export function createVarianceClock(activity: Activity): VarianceClock {
  const wholeDay = activityByMinute(northernWinter, activity).reduce((sum, height) => sum + height, 0)
  const heights = new Map<string, Float64Array>()
  const clocks = new Map<string, Float64Array>()
  return (day) => {
    const saving = daylightSavingOn(day)
    const savingName = `${saving.america} ${saving.europe} ${saving.australia}`
    const kind = isHoliday(day) ? 'holiday' : weekdayOf(day)
    return getOrCompute(clocks, `${savingName} ${kind}`, () => {
      const working = getOrCompute(heights, savingName, () => activityByMinute(saving, activity))
      const isPaused = (minute: number) => kind === 'holiday' || isWeekend(kind, minute, saving)
      return cumulative((minute) =>
        isPaused(minute) ? activity.weekend / dayMinutes : (working[minute] ?? 0) / wholeDay,
      )
    })
  }
}

function getOrCompute<Value>(cache: Map<string, Value>, name: string, compute: () => Value): Value {
  const value = cache.get(name) ?? compute()
  cache.set(name, value)
  return value
}

function cumulative(heightOf: (minute: number) => number): Float64Array {
  const clock = new Float64Array(dayMinutes + 1)
  for (let minute = 0; minute < dayMinutes; minute++) {
    clock[minute + 1] = (clock[minute] ?? 0) + heightOf(minute)
  }
  return clock
}

function activityByMinute(saving: DaylightSaving, { curves }: Activity): Float64Array {
  return Float64Array.from({ length: dayMinutes }, (_, utcMinute) =>
    curves.reduce((sum, { centre, points }) => {
      const localMinute = (utcMinute + utcOffsetMinutes(centre, saving) + dayMinutes) % dayMinutes
      return sum + interpolate(points, localMinute)
    }, 0),
  )
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
function isWeekend(weekday: number, utcMinute: number, saving: DaylightSaving): boolean {
  const shifted = weekday * dayMinutes + utcMinute + utcOffsetMinutes('new_york', saving) + 7 * 60
  const tradingDay = Math.floor(shifted / dayMinutes + 7) % 7
  return tradingDay === 0 || tradingDay === 6
}

/** Christmas Day and New Year's Day, on which no currency trades anywhere. */
function isHoliday(day: number): boolean {
  const date = new Date(day * dayMs)
  const name = `${date.getUTCMonth() + 1}-${date.getUTCDate()}`
  return name === '12-25' || name === '1-1'
}

/** A city whose local time sets the hours of its traders, or UTC. */
export type FinancialCentre = 'new_york' | 'london' | 'frankfurt' | 'hong_kong' | 'tokyo' | 'sydney' | 'utc'

/**
 * Fixed rules instead of the time zone database, so that prices are the same on every machine. Approximate local times
 * suffice here. Session hours, which must be exact, come from `server/market-data/hours`.
 */
const centres: Readonly<
  Record<FinancialCentre, { readonly winterMinutes: number; readonly rule?: DaylightSavingRule }>
> = {
  new_york: { winterMinutes: -300, rule: 'america' },
  london: { winterMinutes: 0, rule: 'europe' },
  frankfurt: { winterMinutes: 60, rule: 'europe' },
  hong_kong: { winterMinutes: 480 },
  tokyo: { winterMinutes: 540 },
  sydney: { winterMinutes: 600, rule: 'australia' },
  utc: { winterMinutes: 0 },
}

type DaylightSavingRule = 'america' | 'europe' | 'australia'

/** Whether each region observes daylight saving time on a given day. */
type DaylightSaving = Readonly<Record<DaylightSavingRule, boolean>>

export function daylightSavingOn(day: number): DaylightSaving {
  const year = new Date(day * dayMs).getUTCFullYear()
  return {
    america: day >= sundayFrom(year, 3, 8) && day < sundayFrom(year, 11, 1),
    europe: day >= sundayFrom(year, 3, 25) && day < sundayFrom(year, 10, 25),
    australia: day < sundayFrom(year, 4, 1) || day >= sundayFrom(year, 10, 1),
  }
}

/** Positive east of Greenwich. */
export function utcOffsetMinutes(centre: FinancialCentre, saving: DaylightSaving): number {
  const { winterMinutes, rule } = centres[centre]
  return rule !== undefined && saving[rule] ? winterMinutes + 60 : winterMinutes
}

/** 0 is Sunday. The epoch began on a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The first Sunday on or after a date, in days since the epoch. */
function sundayFrom(year: number, month: number, date: number): number {
  const day = Math.floor(Date.UTC(year, month - 1, date) / dayMs)
  return day + ((7 - weekdayOf(day)) % 7)
}
