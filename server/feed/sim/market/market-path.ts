import type { Component } from '#server/feed/sim/instruments/composition.ts'
import { dayMinutes, marksInMinute } from '#server/feed/sim/process/day-path.ts'
import { addMinuteMarks } from '#server/feed/sim/process/minute-marks.ts'
import type { Process } from '#server/feed/sim/process/process.ts'

/** One minute of a market, as logarithms of its price over its level. */
export type MinutePath = {
  /** From its start to its end. The same array for every minute: read it before you ask for the next. */
  readonly marks: Float64Array
  /** How much it moves, jumps aside. */
  readonly deviation: number
  /** How much that hour of that weekday moves as a rule; 1 is the mean of a working day. */
  readonly usualVariance: number
  /** Since how many minutes there has been a jump; one that is long past does not count. */
  readonly minutesSinceJump: number
}

export type MarketPath = {
  /** Minutes are counted from the epoch. */
  readonly minute: (minute: number) => MinutePath
  /** Where a minute starts, without its inside. */
  readonly startOf: (minute: number) => number
  /** The deviation of a usual day's move. */
  readonly dayDeviation: number
}

export type WeightedProcess = Pick<Component, 'weight'> & { readonly process: Process }

/** A market's price is a weighted sum of processes, so that what shares processes moves together. */
export function createMarketPath(parts: readonly WeightedProcess[]): MarketPath {
  const marks = new Float64Array(marksInMinute)
  const dayVariance = parts.reduce((sum, { weight }) => sum + weight * weight, 0)
  return {
    dayDeviation: Math.sqrt(dayVariance),
    startOf(minute) {
      const [day, at] = split(minute)
      return parts.reduce((sum, { process, weight }) => sum + weight * (process.day(day).values[at] ?? 0), 0)
    },
    minute(minute) {
      const day = Math.floor(minute / dayMinutes)
      const at = minute - day * dayMinutes
      let variance = 0
      let usual = 0
      let minutesSinceJump = Number.POSITIVE_INFINITY
      marks.fill(0)
      for (const { process, weight } of parts) {
        const path = process.day(day)
        addMinuteMarks(path, at, weight, marks)
        variance += weight * weight * (path.variances[at] ?? 0)
        usual += weight * weight * ((path.clock[at + 1] ?? 0) - (path.clock[at] ?? 0))
        const since = path.jump === undefined ? -1 : at - path.jump.minute
        if (since >= 0 && since < minutesSinceJump) minutesSinceJump = since
      }
      const usualVariance = (usual * dayMinutes) / dayVariance
      return { marks, deviation: Math.sqrt(variance), usualVariance, minutesSinceJump }
    },
  }
}

function split(minute: number): readonly [day: number, at: number] {
  const day = Math.floor(minute / dayMinutes)
  return [day, minute - day * dayMinutes]
}
