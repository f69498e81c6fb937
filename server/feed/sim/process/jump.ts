import { even, subKey } from '#server/feed/sim/chance/hash.ts'
import { dayMinutes, type Jump, marksInMinute } from '#server/feed/sim/process/day-path.ts'

/** About one in so many days has one; days on which little is traded have none. */
const daysBetween = 6
const leastDay = 0.5
/** In days of ordinary movement: with the wildest market of each kind still far below the limit for jumps. */
const smallest = 0.12
const largest = 0.4

/** Jumps fall mostly where much is traded. */
export function drawJump(key: number, clock: Float64Array): Jump | undefined {
  const whole = clock[dayMinutes] ?? 0
  if (whole < leastDay || even(subKey(key, 0)) * daysBetween >= 1) return undefined
  const size = smallest + (largest - smallest) * even(subKey(key, 1))
  return {
    minute: minuteBy(clock, whole * even(subKey(key, 2))),
    mark: 1 + Math.floor((marksInMinute - 1) * even(subKey(key, 3))),
    size: even(subKey(key, 4)) < 0.5 ? -size : size,
  }
}

/** The rest of the day makes up for it bit by bit, since the day's end is given. */
export function addJump(values: Float64Array, clock: Float64Array, { minute, size }: Jump): void {
  const whole = clock[dayMinutes] ?? 0
  for (let at = 0; at <= dayMinutes; at++) {
    const made = at > minute ? 1 : 0
    values[at] = (values[at] ?? 0) + size * (made - (clock[at] ?? 0) / whole)
  }
}

/** The minute in which the clock passes this amount. */
function minuteBy(clock: Float64Array, amount: number): number {
  let minute = 0
  while (minute < dayMinutes - 1 && (clock[minute + 1] ?? 0) <= amount) minute++
  return minute
}
