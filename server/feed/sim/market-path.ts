import { addMinuteSamples, type RandomProcess, samplesPerMinute } from '#server/feed/sim/random-process.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** One minute of a market, as logarithms of price / level. */
export type MinutePath = {
  /** From the minute's start to its end. Every call reuses this array: read it before requesting another minute. */
  readonly samples: Float64Array
  /** Standard deviation of the minute's move, without jumps. */
  readonly deviation: number
  /** Expected variance at this time of the week. The mean over a working day is 1. */
  readonly typicalVariance: number
  /** Minutes since today's jump; infinite if there has been none. */
  readonly minutesSinceJump: number
}

/** Minutes are numbered from the epoch. */
export type MarketPath = {
  readonly minute: (minute: number) => MinutePath
  /** Log price at the start of a minute, without computing the samples inside it. */
  readonly valueAtStart: (minute: number) => number
  /** Standard deviation of a typical day's move. */
  readonly dayDeviation: number
}

export type WeightedProcess = { readonly process: RandomProcess; readonly weight: number }

/** The logarithm of a price is a weighted sum of processes. Markets that share a process are correlated. */
export function createMarketPath(components: readonly WeightedProcess[]): MarketPath {
  const samples = new Float64Array(samplesPerMinute)
  const dayVariance = components.reduce((sum, { weight }) => sum + weight * weight, 0)
  return {
    dayDeviation: Math.sqrt(dayVariance),
    valueAtStart(minute) {
      const [day, at] = splitMinute(minute)
      return components.reduce(
        (sum, { process, weight }) => sum + weight * (process.day(day).values[at] ?? 0),
        0,
      )
    },
    minute(minute) {
      const [day, at] = splitMinute(minute)
      let variance = 0
      let expected = 0
      let minutesSinceJump = Number.POSITIVE_INFINITY
      samples.fill(0)
      for (const { process, weight } of components) {
        const path = process.day(day)
        addMinuteSamples(path, at, weight, samples)
        variance += weight * weight * (path.variances[at] ?? 0)
        expected += weight * weight * ((path.clock[at + 1] ?? 0) - (path.clock[at] ?? 0))
        const since = path.jump === undefined ? -1 : at - path.jump.minute
        if (since >= 0 && since < minutesSinceJump) minutesSinceJump = since
      }
      const typicalVariance = (expected * dayMinutes) / dayVariance
      return { samples, deviation: Math.sqrt(variance), typicalVariance, minutesSinceJump }
    },
  }
}

function splitMinute(minute: number): readonly [day: number, minuteOfDay: number] {
  const day = Math.floor(minute / dayMinutes)
  return [day, minute - day * dayMinutes]
}
