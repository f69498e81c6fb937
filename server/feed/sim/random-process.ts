// A random walk that is a function of the seed, the day and the minute: any day can be computed on its own.
import { fillBridge } from '#server/feed/sim/brownian-bridge.ts'
import { normal, uniform } from '#server/feed/sim/deterministic-math.ts'
import { bytesPerWord, type KeyStreams, wordAt } from '#server/feed/sim/key-stream.ts'
import { createLruMemo } from '#server/feed/sim/lru-memo.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'
import {
  blockDays,
  cachedDays,
  createBlockSums,
  type DayVolatility,
  splitDay,
  type Volatility,
} from '#server/feed/sim/volatility.ts'

/** A minute has twelve slots of 5 s. */
export const slotsPerMinute = 12

/** One day of a process. */
export type DayPath = DayVolatility & {
  /** Value at the start of each minute, and at the end of the last. */
  readonly values: Float64Array
  readonly jump: Jump | undefined
  /** A random byte for each slot. */
  readonly slotBytes: Uint8Array
}

/** A sudden move, as on news. The price stays there: what follows does not depend on it. */
export type Jump = {
  readonly minute: number
  /** Time within the minute, from 0 to 1. */
  readonly within: number
  readonly size: number
}

/** A factor shared by markets, or the part specific to one asset. It moves by about 1 a day from Monday to Friday. */
export type RandomProcess = {
  readonly day: (day: number) => DayPath
  /** Random bytes of the moves within the slots of a minute: `stepsPerSlot` for each slot. */
  readonly stepBytes: (minute: number) => StepBytes
}

type StepBytes = { readonly bytes: Uint8Array; readonly at: number }

type ProcessParts = {
  readonly name: string
  readonly streams: KeyStreams
  readonly volatility: Volatility
  readonly stepsPerSlot: number
}

/** The bytes of the steps are drawn for some hours at a time. */
const chunkMinutes = 240
const cachedChunks = 2

export function createRandomProcess(parts: ProcessParts): RandomProcess {
  const { name, streams, volatility, stepsPerSlot } = parts
  const moveOf = createDayMoves(parts)
  const minuteBytes = slotsPerMinute * stepsPerSlot
  const chunkOf = createLruMemo(cachedChunks, (chunk) =>
    streams(`steps/${name}/${stepsPerSlot}/${chunk}`, chunkMinutes * minuteBytes),
  )
  return {
    stepBytes(minute) {
      const chunk = Math.floor(minute / chunkMinutes)
      return { bytes: chunkOf(chunk), at: (minute - chunk * chunkMinutes) * minuteBytes }
    },
    day: createLruMemo(cachedDays, (day) => {
      const stream = streams(`path/${name}/${day}`, dayMinutes * (bytesPerWord + slotsPerMinute))
      return drawDay(volatility.day(day), moveOf(day), stream)
    }),
  }
}

function drawDay(volatility: DayVolatility, { from, change, jump }: DayMove, stream: Uint8Array): DayPath {
  const values = new Float64Array(dayMinutes + 1)
  values[0] = from
  values[dayMinutes] = from + change
  fillBridge(values, volatility.variances, stream)
  if (jump !== undefined) {
    for (let at = jump.minute + 1; at <= dayMinutes; at++) values[at] = (values[at] ?? 0) + jump.size
  }
  return { ...volatility, values, jump, slotBytes: stream.subarray(dayMinutes * bytesPerWord) }
}

type DayMove = {
  /** Value at the start of the day. */
  readonly from: number
  /** Normal move over the day, with the variance of the day, in addition to the jump. */
  readonly change: number
  readonly jump: Jump | undefined
}

const cachedBlocks = 3
const wordsPerDay = 6

function createDayMoves({ name, streams, volatility }: ProcessParts): (day: number) => DayMove {
  const blockOf = createLruMemo(cachedBlocks, (block) => {
    const stream = streams(`days/${name}/${block}`, blockDays * wordsPerDay * bytesPerWord)
    const { expected, variances } = volatility.block(block)
    const starts = new Float64Array(blockDays + 1)
    for (let at = 0; at < blockDays; at++) {
      const move = changeOf(stream, at, variances[at] ?? 0) + jumpSize(stream, at, expected[at] ?? 0)
      starts[at + 1] = (starts[at] ?? 0) + move
    }
    return { starts, stream }
  })
  const valueBefore = createBlockSums((block) => blockOf(block).starts[blockDays] ?? 0)

  return (day) => {
    const [block, at] = splitDay(day)
    const { starts, stream } = blockOf(block)
    const { expected, variances } = volatility.block(block)
    const size = jumpSize(stream, at, expected[at] ?? 0)
    return {
      from: valueBefore(block) + (starts[at] ?? 0),
      change: changeOf(stream, at, variances[at] ?? 0),
      jump: size === 0 ? undefined : { size, ...jumpTime(stream, at, volatility.day(day).clock) },
    }
  }
}

/** One of the random words of a day of the block. */
function dayWord(stream: Uint8Array, day: number, index: number): number {
  return wordAt(stream, day * wordsPerDay + index)
}

function changeOf(stream: Uint8Array, day: number, variance: number): number {
  return Math.sqrt(variance) * normal(dayWord(stream, day, 0))
}

/** One day in six has a jump. Days with less than half the usual activity have none. */
const daysPerJump = 6
const leastDayVariance = 0.5
/** In standard deviations of a day. Even in the most volatile market this stays far below the jump limit. */
const smallestJump = 0.12
const largestJump = 0.4

/** 0 on a day without a jump. */
function jumpSize(stream: Uint8Array, day: number, expectedVariance: number): number {
  if (uniform(dayWord(stream, day, 1)) * daysPerJump >= 1 || expectedVariance < leastDayVariance) return 0
  const size = smallestJump + (largestJump - smallestJump) * uniform(dayWord(stream, day, 2))
  return uniform(dayWord(stream, day, 5)) < 0.5 ? -size : size
}

/** Busy minutes are more likely to have the jump. */
function jumpTime(stream: Uint8Array, day: number, clock: Float64Array): Pick<Jump, 'minute' | 'within'> {
  const amount = (clock[dayMinutes] ?? 0) * uniform(dayWord(stream, day, 3))
  return { minute: minuteReaching(clock, amount), within: uniform(dayWord(stream, day, 4)) }
}

/** Variance of the jumps in each unit of a process's variance, on average over days. */
export const jumpVariance =
  (largestJump ** 3 - smallestJump ** 3) / (3 * (largestJump - smallestJump)) / daysPerJump

/** The minute in which the variance clock passes this amount. */
function minuteReaching(clock: Float64Array, amount: number): number {
  let minute = 0
  while (minute < dayMinutes - 1 && (clock[minute + 1] ?? 0) <= amount) minute++
  return minute
}
