import { addMoves, evenBridgeBound, fillEvenBridge } from '#server/feed/sim/brownian-bridge.ts'
import {
  type DayPath,
  type Jump,
  jumpVariance,
  type RandomProcess,
  slotsPerMinute,
} from '#server/feed/sim/random-process.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** One minute of a market, in logarithms of the price. */
export type MinutePath = {
  /**
   * Values at the steps of the minute, from its start to its end, both included. Every call reuses this array: read it
   * before requesting another minute.
   */
  readonly points: Float64Array
  /** Standard deviation of the minute's move, without jumps. */
  readonly deviation: number
  /** Expected variance at this time of the week. The mean over a working day is 1. */
  readonly typicalVariance: number
}

/** A jump of a price. Jumps of several processes at the same point are one, with the sum of their sizes. */
export type PriceJump = {
  /** 0 in the minute of the jump. */
  readonly minutesAgo: number
  /** Index of the first point after the jump, in its own minute. */
  readonly point: number
  /** Absolute, in standard deviations of a typical day. */
  readonly size: number
}

/** Spreads stay wider for this long after the minute of a jump. */
const minutesAfterJump = 3

/** Minutes are numbered from the epoch. */
export type MarketPath = {
  readonly minute: (minute: number) => MinutePath
  /** Jumps in a minute, and in the last three before it on the same day. */
  readonly recentJumps: (minute: number) => readonly PriceJump[]
  /** Log price at the start of a minute, without computing the points inside it. */
  readonly valueAtStart: (minute: number) => number
  /** The minutes of a whole day, without the points inside them. */
  readonly outline: (day: number) => DayOutline
  /** Highest and lowest value at the ends of the slots of a minute without a jump. */
  readonly slotRange: (minute: number) => Range
  /** The furthest a slot's end can be from the line between the ends of its minute, in deviations of the minute. */
  readonly slotBound: number
  /** The furthest a point can be from the line between the ends of its slot, in deviations of the minute. */
  readonly stepBound: number
  /** Standard deviation of a typical day's move. */
  readonly dayDeviation: number
}

export type Range = { high: number; low: number }

/** Minutes are numbered from the start of the day. */
type DayOutline = {
  /** Log price at the start of each minute, and at the end of the last. */
  readonly starts: Float64Array
  /** Standard deviation of each minute's move, without jumps. */
  readonly deviations: Float64Array
  readonly jumpMinutes: readonly number[]
}

export type PathComponent = {
  readonly process: RandomProcess
  readonly weight: number
  /** Added for each unit of the process's variance, so that the mean of the price neither rises nor falls. */
  readonly drift: number
}

/**
 * The logarithm of a price is a weighted sum of processes. Markets that share a process are correlated. They move at the
 * same steps, so that none of them shows a move of the shared process before the others.
 */
export function createMarketPath(components: readonly PathComponent[], stepsPerSlot: number): MarketPath {
  const stepsPerMinute = slotsPerMinute * stepsPerSlot
  const points = new Float64Array(stepsPerMinute + 1)
  const slotEnds = new Float64Array(slotsPerMinute + 1)
  const slotMoves = new Float64Array(slotsPerMinute)
  const stepMoves = new Float64Array(stepsPerMinute)
  const dayVariance = components.reduce((sum, { weight }) => sum + weight * weight, 0)
  const dayDeviation = Math.sqrt(dayVariance)
  const slotDeviation = Math.sqrt(1 / slotsPerMinute)
  const stepDeviation = Math.sqrt(1 / stepsPerMinute)
  // All processes may be at their bounds together. Their deviations then add up to at most this.
  const together = Math.sqrt(components.length)

  /** Fills the ends of the slots of a minute, without its jumps. */
  function fillSlots(day: number, at: number): void {
    slotMoves.fill(0)
    let from = 0
    let to = 0
    for (const { process, weight, drift } of components) {
      const path = process.day(day)
      from += pathValue(path, at, weight, drift)
      to += pathValue(path, at + 1, weight, drift)
      if (path.jump?.minute === at) to -= weight * path.jump.size
      const deviation = weight * Math.sqrt(path.variances[at] ?? 0) * slotDeviation
      addMoves(slotMoves, deviation, path.slotBytes, at * slotsPerMinute)
    }
    slotEnds[0] = from
    fillEvenBridge(slotEnds, 0, slotsPerMinute, to, slotMoves)
  }

  /** Fills the points between the ends of the slots. */
  function fillPoints(): void {
    points[0] = slotEnds[0] ?? 0
    for (let slot = 0; slot < slotsPerMinute; slot++) {
      fillEvenBridge(points, slot * stepsPerSlot, stepsPerSlot, slotEnds[slot + 1] ?? 0, stepMoves)
    }
  }

  /** Adds a component's jump of a minute to its points. */
  function addJump(first: number, size: number): void {
    for (let point = first; point <= stepsPerMinute; point++) points[point] = (points[point] ?? 0) + size
  }

  return {
    dayDeviation,
    slotBound: evenBridgeBound(slotsPerMinute) * together,
    stepBound: evenBridgeBound(stepsPerSlot) * slotDeviation * together,
    recentJumps(minute) {
      const [day, at] = splitMinute(minute)
      const moves = new Map<number, number>()
      for (const { process, weight } of components) {
        const { jump } = process.day(day)
        if (jump === undefined || jump.minute > at || jump.minute < at - minutesAfterJump) continue
        const step = jump.minute * stepsPerMinute + pointAfter(jump, stepsPerMinute) - 1
        moves.set(step, (moves.get(step) ?? 0) + weight * jump.size)
      }
      return [...moves].map(([step, move]) => ({
        minutesAgo: at - Math.floor(step / stepsPerMinute),
        point: 1 + (step % stepsPerMinute),
        size: Math.abs(move) / dayDeviation,
      }))
    },
    valueAtStart(minute) {
      const [day, at] = splitMinute(minute)
      return components.reduce(
        (sum, { process, weight, drift }) => sum + pathValue(process.day(day), at, weight, drift),
        0,
      )
    },
    outline(day) {
      const starts = new Float64Array(dayMinutes + 1)
      const deviations = new Float64Array(dayMinutes)
      const jumpMinutes: number[] = []
      for (const { process, weight, drift } of components) {
        const path = process.day(day)
        for (let at = 0; at <= dayMinutes; at++) {
          starts[at] = (starts[at] ?? 0) + pathValue(path, at, weight, drift)
        }
        for (let at = 0; at < dayMinutes; at++) {
          deviations[at] = (deviations[at] ?? 0) + weight * weight * (path.variances[at] ?? 0)
        }
        if (path.jump !== undefined) jumpMinutes.push(path.jump.minute)
      }
      for (let at = 0; at < dayMinutes; at++) deviations[at] = Math.sqrt(deviations[at] ?? 0)
      return { starts, deviations, jumpMinutes }
    },
    slotRange(minute) {
      const [day, at] = splitMinute(minute)
      fillSlots(day, at)
      return rangeOf(slotEnds, 0, slotsPerMinute)
    },
    minute(minute) {
      const [day, at] = splitMinute(minute)
      let variance = 0
      let expected = 0
      let end = 0
      stepMoves.fill(0)
      for (const { process, weight, drift } of components) {
        const path = process.day(day)
        variance += weight * weight * (path.variances[at] ?? 0)
        expected += weight * weight * ((path.clock[at + 1] ?? 0) - (path.clock[at] ?? 0))
        end += pathValue(path, at + 1, weight, drift)
        const { bytes, at: firstByte } = process.stepBytes(minute)
        addMoves(stepMoves, weight * Math.sqrt(path.variances[at] ?? 0) * stepDeviation, bytes, firstByte)
      }
      fillSlots(day, at)
      fillPoints()
      for (const { process, weight } of components) {
        const { jump } = process.day(day)
        if (jump?.minute === at) addJump(pointAfter(jump, stepsPerMinute), weight * jump.size)
      }
      // The end of a minute is the start of the next, to the last bit.
      points[stepsPerMinute] = end
      const typicalVariance = (expected * dayMinutes) / dayVariance
      return { points, deviation: Math.sqrt(variance), typicalVariance }
    },
  }
}

/** Index of the first point of a minute after a jump. */
function pointAfter({ within }: Jump, stepsPerMinute: number): number {
  return 1 + Math.floor(within * stepsPerMinute)
}

/** The mean of e to the power of a jump is compensated like that of any other move, by its mean variance. */
function pathValue({ values, elapsed }: DayPath, at: number, weight: number, drift: number): number {
  return weight * (values[at] ?? 0) + drift * (1 + jumpVariance) * (elapsed[at] ?? 0)
}

/** Extremes of the values from one index to another, both included. */
export function rangeOf(values: Float64Array, from: number, to: number): Range {
  let high = values[from] ?? 0
  let low = high
  for (let at = from + 1; at <= to; at++) {
    const value = values[at] ?? 0
    if (value > high) high = value
    else if (value < low) low = value
  }
  return { high, low }
}

export function splitMinute(minute: number): readonly [day: number, minuteOfDay: number] {
  const day = Math.floor(minute / dayMinutes)
  return [day, minute - day * dayMinutes]
}
