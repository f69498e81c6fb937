import { dayMs, minuteMs, type Period } from '#core/candle/period.ts'

/** The candles in sight, and how they lie. */
export type TickView = {
  /** When each candle in sight began, ascending. */
  readonly startsMs: readonly number[]
  /** When the one left of them began, if there is one. */
  readonly beforeMs: number | undefined
  readonly periodMs: number
  readonly barPx: number
  /** Labels closer than this would touch. */
  readonly minSpacingPx: number
  /** How far the zone of the labels is ahead of UTC at this moment. */
  readonly offsetMs: (timeMs: number) => number
}

/** What a label says: the coarsest unit in which its candle differs from the one before. */
type TickUnit = 'time' | 'day' | 'month' | 'year'

export type TimeTick = {
  /** Which of the candles in sight. */
  readonly position: number
  readonly unit: TickUnit
}

/** The first candle of each hour, of each day, of each month: whichever lie far enough apart for their labels. */
export function timeTicks(view: TickView): readonly TimeTick[] {
  const { startsMs, beforeMs, periodMs, offsetMs } = view
  const step = stepOf(view)
  const ticks: TimeTick[] = []
  let before = beforeMs === undefined ? undefined : beforeMs + offsetMs(beforeMs)
  for (const [position, startMs] of startsMs.entries()) {
    const local = startMs + offsetMs(startMs)
    if (before === undefined || step.number(local) !== step.number(before)) {
      place(ticks, { position, unit: unitOf(before, local, periodMs < dayMs) }, view)
    }
    before = local
  }
  return ticks
}

type Step = {
  readonly lengthMs: number
  /** The same for all moments of one step. */
  readonly number: (localMs: number) => number
}

const even = (lengthMs: number): Step => ({ lengthMs, number: (localMs) => Math.floor(localMs / lengthMs) })

/** The epoch began on a Thursday; a week begins on a Monday. */
const weeks = (count: number): Step => ({
  lengthMs: count * 7 * dayMs,
  number: (localMs) => Math.floor((localMs / dayMs + 3) / (7 * count)),
})

const months = (count: number): Step => ({
  lengthMs: count * 30 * dayMs,
  number: (localMs) => Math.floor(monthOf(localMs) / count),
})

const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => even(minutes * minuteMs)),
  even(dayMs),
  even(2 * dayMs),
  weeks(1),
  weeks(2),
  ...[1, 3, 6, 12].map(months),
]

function stepOf({ periodMs, barPx, minSpacingPx: leastPx }: TickView): Step {
  const fits = ({ lengthMs }: Step) => lengthMs >= periodMs && (lengthMs / periodMs) * barPx >= leastPx
  return steps.find(fits) ?? months(60)
}

function unitOf(before: number | undefined, local: number, hasTimes: boolean): TickUnit {
  if (hasTimes) return before !== undefined && dayOf(before) === dayOf(local) ? 'time' : 'day'
  if (before === undefined || yearOf(before) !== yearOf(local)) return 'year'
  return monthOf(before) === monthOf(local) ? 'day' : 'month'
}

const coarseness: readonly TickUnit[] = ['time', 'day', 'month', 'year']

/** Where the market was closed, two steps lie close together: then the one that says more stays. */
function place(ticks: TimeTick[], tick: TimeTick, { barPx, minSpacingPx: leastPx }: TickView): void {
  const last = ticks.at(-1)
  if (last === undefined || (tick.position - last.position) * barPx >= leastPx) ticks.push(tick)
  else if (coarseness.indexOf(tick.unit) > coarseness.indexOf(last.unit)) ticks[ticks.length - 1] = tick
}

const dayOf = (localMs: number) => Math.floor(localMs / dayMs)
const yearOf = (localMs: number) => new Date(localMs).getUTCFullYear()
const monthOf = (localMs: number) => yearOf(localMs) * 12 + new Date(localMs).getUTCMonth()

/** Moments in the words of a language, in the user's zone; a day's candle is the UTC day's and is named by it. */
export type TimeFormat = {
  /** A label of the time axis. */
  readonly tick: (timeMs: number, unit: TickUnit) => string
  /** The moment in full, for the crosshair. */
  readonly full: (timeMs: number) => string
  /** How far the zone of the words is ahead of UTC. */
  readonly offsetMs: (timeMs: number) => number
  readonly isSameDay: (oneMs: number, otherMs: number) => boolean
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { day: 'numeric', month: 'short' } as const

export function createTimeFormat(locale: string, period: Period): TimeFormat {
  const isDaily = period === '1day'
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      numberingSystem: 'latn',
      calendar: 'gregory',
      ...(isDaily ? { timeZone: 'UTC' } : {}),
    })
  const ticks: Readonly<Record<TickUnit, Intl.DateTimeFormat>> = {
    time: format(time),
    day: format(day),
    month: format({ month: 'short' }),
    year: format({ year: 'numeric' }),
  }
  const moment = format(isDaily ? { ...day, year: 'numeric', weekday: 'short' } : { ...day, ...time })
  const offsetMs = isDaily ? () => 0 : localOffsetMs
  return {
    tick: (timeMs, unit) => isolated(ticks[unit].format(timeMs)),
    full: (timeMs) => isolated(moment.format(timeMs)),
    offsetMs,
    isSameDay: (oneMs, otherMs) => ticks.day.format(oneMs) === ticks.day.format(otherMs),
  }
}

/** A chart runs from left to right, but the words of a date keep the order of their own language. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

function localOffsetMs(timeMs: number): number {
  return -new Date(timeMs).getTimezoneOffset() * 60_000
}

/** Which of the bars, ascending in time, holds this moment; undefined for one before the first. */
export function barIndexAt(
  bars: readonly { readonly timestamp: number }[],
  timeMs: number,
): number | undefined {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.timestamp ?? 0) <= timeMs) low = middle + 1
    else high = middle
  }
  return low === 0 ? undefined : low - 1
}
