import { dayMs, minuteMs } from '#core/candle/period.ts'

/** The candles in sight, and how they lie. */
export type TickView = {
  /** When each candle in sight began, ascending. */
  readonly startsMs: readonly number[]
  /** When the one left of them began, if there is one. */
  readonly beforeMs: number | undefined
  readonly periodMs: number
  readonly barPx: number
  /** Labels closer than this would touch. */
  readonly leastPx: number
  /** How far the zone of the labels is ahead of UTC at this moment. */
  readonly offsetMs: (timeMs: number) => number
}

/** What a label says: the coarsest unit in which its candle differs from the one before. */
export type TickUnit = 'time' | 'day' | 'month' | 'year'

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

function stepOf({ periodMs, barPx, leastPx }: TickView): Step {
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
function place(ticks: TimeTick[], tick: TimeTick, { barPx, leastPx }: TickView): void {
  const last = ticks.at(-1)
  if (last === undefined || (tick.position - last.position) * barPx >= leastPx) ticks.push(tick)
  else if (coarseness.indexOf(tick.unit) > coarseness.indexOf(last.unit)) ticks[ticks.length - 1] = tick
}

const dayOf = (localMs: number) => Math.floor(localMs / dayMs)
const yearOf = (localMs: number) => new Date(localMs).getUTCFullYear()
const monthOf = (localMs: number) => yearOf(localMs) * 12 + new Date(localMs).getUTCMonth()
