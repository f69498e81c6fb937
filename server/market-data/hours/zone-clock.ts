import { IANAZone } from 'luxon'

/** The clocks of one time zone. */
export type LocalClock = {
  /**
   * When they show this: days since 1970-01-01 by the local calendar, and minutes since that day began, which may lie
   * outside of it. What they show twice, when they are put back, is the first time; what they skip, when they are put
   * forward, is the moment of the jump. So what is shown later never comes earlier.
   */
  readonly timeMsOf: (day: number, minutes: number) => number
}

const minuteMs = 60_000
const dayMs = 86_400_000

export function createLocalClock(zoneName: string): LocalClock {
  const zone = IANAZone.create(zoneName)
  if (!zone.isValid) throw new Error(`${zoneName} is no time zone`)
  const offsetsOfWeeks = new Map<number, number>()

  /** Minutes ahead of UTC when this UTC day begins. Asking the zone is slow; clocks change at most once a week. */
  function offsetOn(day: number): number {
    const week = Math.floor(day / 7)
    const offset = offsetOfWeek(week)
    return offset === offsetOfWeek(week + 1) ? offset : zone.offset(day * dayMs)
  }

  function offsetOfWeek(week: number): number {
    const known = offsetsOfWeeks.get(week)
    if (known !== undefined) return known
    const offset = zone.offset(week * 7 * dayMs)
    offsetsOfWeeks.set(week, offset)
    return offset
  }

  function timeMsOf(day: number, minutes: number): number {
    const shown = day * dayMs + minutes * minuteMs
    // Neither the zone nor the minutes lead a whole day away, so a change of the clocks that matters lies between these.
    const [before, after] = [offsetOn(day - 2), offsetOn(day + 3)]
    const byOld = shown - before * minuteMs
    if (before === after || zone.offset(byOld) === before) return byOld
    const byNew = shown - after * minuteMs
    return zone.offset(byNew) === after ? byNew : jumpBetween(byNew, byOld)
  }

  /** The first minute after `lowMs`, where the old offset still holds, that has another; `highMs` has it. */
  function jumpBetween(lowMs: number, highMs: number): number {
    const before = zone.offset(lowMs)
    let [low, high] = [lowMs / minuteMs, highMs / minuteMs]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (zone.offset(middle * minuteMs) === before) low = middle
      else high = middle
    }
    return high * minuteMs
  }
  return { timeMsOf }
}
