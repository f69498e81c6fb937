import { dayMs, minuteMs, type Period } from '#core/candle/period.ts'

/** The visible candles and their geometry. */
export type TickView = {
  /** Start of each visible candle, ascending. */
  readonly startsMs: readonly number[]
  /** Start of the candle to the left of the first visible one, if any. */
  readonly beforeMs: number | undefined
  readonly periodMs: number
  readonly barPx: number
  /** Labels closer than this would overlap. */
  readonly minSpacingPx: number
  /** Offset from UTC, at this time, of the time zone used for the labels. */
  readonly offsetMs: (timeMs: number) => number
}

/** The coarsest unit in which a candle differs from the previous one. */
type TickUnit = 'time' | 'day' | 'month' | 'year'

export type TimeTick = {
  /** Index among the visible candles. */
  readonly position: number
  readonly unit: TickUnit
}

/**
 * Ticks at the first candle of each step. Uses the finest step, from a minute to years, whose labels do not overlap.
 */
export function timeTicks(view: TickView): readonly TimeTick[] {
  const { startsMs, beforeMs, periodMs, offsetMs } = view
  const step = stepOf(view)
  const ticks: TimeTick[] = []
  let before = beforeMs === undefined ? undefined : beforeMs + offsetMs(beforeMs)
  for (const [position, startMs] of startsMs.entries()) {
    const local = startMs + offsetMs(startMs)
    if (before === undefined || step.number(local) !== step.number(before)) {
      addTick(ticks, { position, unit: unitOf(before, local, periodMs < dayMs) }, view)
    }
    before = local
  }
  return ticks
}

type Step = {
  readonly lengthMs: number
  /** Number of the step that contains a time: equal for all times within one step. */
  readonly number: (localMs: number) => number
}

const even = (lengthMs: number): Step => ({ lengthMs, number: (localMs) => Math.floor(localMs / lengthMs) })

/** Weeks start on Monday. The epoch was a Thursday, three days after a Monday. */
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

function stepOf({ periodMs, barPx, minSpacingPx }: TickView): Step {
  const fits = ({ lengthMs }: Step) => lengthMs >= periodMs && (lengthMs / periodMs) * barPx >= minSpacingPx
  return steps.find(fits) ?? months(60)
}

function unitOf(before: number | undefined, local: number, hasTimes: boolean): TickUnit {
  if (hasTimes) return before !== undefined && dayOf(before) === dayOf(local) ? 'time' : 'day'
  if (before === undefined || yearOf(before) !== yearOf(local)) return 'year'
  return monthOf(before) === monthOf(local) ? 'day' : 'month'
}

const coarseness: readonly TickUnit[] = ['time', 'day', 'month', 'year']

/** Hours without candles bring two ticks close together. Then the one with the coarser unit stays. */
function addTick(ticks: TimeTick[], tick: TimeTick, { barPx, minSpacingPx }: TickView): void {
  const last = ticks.at(-1)
  if (last === undefined || (tick.position - last.position) * barPx >= minSpacingPx) ticks.push(tick)
  else if (coarseness.indexOf(tick.unit) > coarseness.indexOf(last.unit)) ticks[ticks.length - 1] = tick
}

const dayOf = (localMs: number) => Math.floor(localMs / dayMs)
const yearOf = (localMs: number) => new Date(localMs).getUTCFullYear()
const monthOf = (localMs: number) => yearOf(localMs) * 12 + new Date(localMs).getUTCMonth()

/** Formats times in the user's language and time zone. Daily candles use UTC days. */
export type TimeFormat = {
  /** A label of the time axis. */
  readonly tick: (timeMs: number, unit: TickUnit) => string
  /** Date and time, for the crosshair. */
  readonly full: (timeMs: number) => string
  /** Offset of the time zone from UTC. */
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
  const full = format(isDaily ? { ...day, year: 'numeric', weekday: 'short' } : { ...day, ...time })
  const offsetMs = isDaily ? () => 0 : localOffsetMs
  return {
    tick: (timeMs, unit) => isolated(ticks[unit].format(timeMs)),
    full: (timeMs) => isolated(full.format(timeMs)),
    offsetMs,
    isSameDay: (oneMs, otherMs) => ticks.day.format(oneMs) === ticks.day.format(otherMs),
  }
}

/** Isolates the text direction, because the chart is always left to right. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

function localOffsetMs(timeMs: number): number {
  return -new Date(timeMs).getTimezoneOffset() * 60_000
}

/** Index of the bar that contains this time; undefined before the first bar. */
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
