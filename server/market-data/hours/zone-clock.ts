import { IANAZone } from 'luxon'

/** Converts local times of one time zone to UTC. */
export type ZoneClock = {
  /**
   * `day` counts local dates from 1970-01-01. `minutes` count from local midnight and may lie outside the day. A time
   * that occurs twice at the end of daylight saving maps to the first. A time that is skipped maps to the time of
   * the change. So later local times never map to earlier UTC times.
   */
  readonly toUtcMs: (day: number, minutes: number) => number
}

const minuteMs = 60_000
const dayMs = 86_400_000

export function createZoneClock(zoneName: string): ZoneClock {
  const zone = IANAZone.create(zoneName)
  if (!zone.isValid) throw new Error(`${zoneName} is not a time zone`)
  const offsetsOfWeeks = new Map<number, number>()

  /** UTC offset in minutes at the start of a UTC day. Cached by week: the lookup is slow, and offsets rarely change. */
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
    const localMs = day * dayMs + minutes * minuteMs
    // Offset and minutes are each below a day, so a relevant change of offset lies between these two days.
    const [before, after] = [offsetOn(day - 2), offsetOn(day + 3)]
    const byOldOffset = localMs - before * minuteMs
    if (before === after || zone.offset(byOldOffset) === before) return byOldOffset
    const byNewOffset = localMs - after * minuteMs
    return zone.offset(byNewOffset) === after ? byNewOffset : offsetChangeBetween(byNewOffset, byOldOffset)
  }

  /** Binary search for the first minute with the new offset. `lowMs` has the old one, `highMs` the new one. */
  function offsetChangeBetween(lowMs: number, highMs: number): number {
    const before = zone.offset(lowMs)
    let [low, high] = [lowMs / minuteMs, highMs / minuteMs]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (zone.offset(middle * minuteMs) === before) low = middle
      else high = middle
    }
    return high * minuteMs
  }
  return { toUtcMs: timeMsOf }
}
