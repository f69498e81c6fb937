import { evenBridgeBound } from '#server/feed/sim/brownian-bridge.ts'
import {
  addMinuteSamples,
  type RandomProcess,
  samplesPerMinute,
  slotsPerMinute,
} from '#server/feed/sim/random-process.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** One minute of a market, in logarithms of the price. */
export type MinutePath = {
  /**
   * From the minute's start to its end, without the minute's own jumps. Every call reuses this array: read it before
   * requesting another minute.
   */
  readonly samples: Float64Array
  /** In time order. */
  readonly jumps: readonly MarketJump[]
  /** Standard deviation of the minute's move, without jumps. */
  readonly deviation: number
  /** Expected variance at this time of the week. The mean over a working day is 1. */
  readonly typicalVariance: number
  /** Minutes since the last jump before this minute, today; infinite if there has been none. */
  readonly minutesSinceJump: number
}

/** All markets that share the process jump at the same millisecond. */
export type MarketJump = { readonly slot: number; readonly within: number; readonly size: number }

/** Minutes are numbered from the epoch. */
export type MarketPath = {
  readonly minute: (minute: number) => MinutePath
  /** Log price at the start of a minute, without computing the samples inside it. */
  readonly valueAtStart: (minute: number) => number
  /** The minutes of a whole day, without the samples inside them. */
  readonly outline: (day: number) => DayOutline
  /** The furthest a sample can be from the line between the ends of a minute without a jump, in its deviations. */
  readonly sampleBound: number
  /** Standard deviation of a typical day's move. */
  readonly dayDeviation: number
}

/** Minutes are numbered from the start of the day. */
type DayOutline = {
  /** Log price at the start of each minute, and at the end of the last. */
  readonly starts: Float64Array
  /** Standard deviation of each minute's move, without jumps. */
  readonly deviations: Float64Array
  readonly jumpMinutes: readonly number[]
}

export type WeightedProcess = { readonly process: RandomProcess; readonly weight: number }

/** The logarithm of a price is a weighted sum of processes. Markets that share a process are correlated. */
export function createMarketPath(components: readonly WeightedProcess[]): MarketPath {
  const samples = new Float64Array(samplesPerMinute)
  const dayVariance = components.reduce((sum, { weight }) => sum + weight * weight, 0)
  return {
    dayDeviation: Math.sqrt(dayVariance),
    // All processes may be at their bounds together. Their deviations then add up to at most this.
    sampleBound: evenBridgeBound(slotsPerMinute) * Math.sqrt(components.length),
    outline(day) {
      const starts = new Float64Array(dayMinutes + 1)
      const deviations = new Float64Array(dayMinutes)
      const jumpMinutes: number[] = []
      for (const { process, weight } of components) {
        const { values, variances, jump } = process.day(day)
        for (let at = 0; at <= dayMinutes; at++) starts[at] = (starts[at] ?? 0) + weight * (values[at] ?? 0)
        for (let at = 0; at < dayMinutes; at++) {
          deviations[at] = (deviations[at] ?? 0) + weight * weight * (variances[at] ?? 0)
        }
        if (jump !== undefined) jumpMinutes.push(jump.minute)
      }
      for (let at = 0; at < dayMinutes; at++) deviations[at] = Math.sqrt(deviations[at] ?? 0)
      return { starts, deviations, jumpMinutes }
    },
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
      let jumps: readonly MarketJump[] = noJumps
      samples.fill(0)
      for (const { process, weight } of components) {
        const path = process.day(day)
        addMinuteSamples(path, at, weight, samples)
        variance += weight * weight * (path.variances[at] ?? 0)
        expected += weight * weight * ((path.clock[at + 1] ?? 0) - (path.clock[at] ?? 0))
        if (path.jump === undefined) continue
        const since = at - path.jump.minute
        if (since === 0) jumps = [...jumps, { ...path.jump, size: weight * path.jump.size }]
        else if (since > 0 && since < minutesSinceJump) minutesSinceJump = since
      }
      const typicalVariance = (expected * dayMinutes) / dayVariance
      return {
        samples,
        jumps: jumps.length > 1 ? jumps.toSorted((one, other) => timeOf(one) - timeOf(other)) : jumps,
        deviation: Math.sqrt(variance),
        typicalVariance,
        minutesSinceJump,
      }
    },
  }
}

const noJumps: readonly MarketJump[] = []

function timeOf({ slot, within }: MarketJump): number {
  return slot + within
}

export function splitMinute(minute: number): readonly [day: number, minuteOfDay: number] {
  const day = Math.floor(minute / dayMinutes)
  return [day, minute - day * dayMinutes]
}
