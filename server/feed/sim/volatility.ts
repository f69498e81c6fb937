// How much every process of an activity moves on each day and in each minute. The directions are their own.
import { divideVariance } from '#server/feed/sim/brownian-bridge.ts'
import { bytesPerWord, type KeyStreams } from '#server/feed/sim/key-stream.ts'
import { createLruMemo } from '#server/feed/sim/lru-memo.ts'
import { dayMinutes, type VarianceClock } from '#server/feed/sim/trading-activity.ts'

/** Calm and volatile periods. Many activities share them, so that volatility rises in all of them together. */
export type VolatilityRegimes = {
  /** Random words that divide the variance of a day among its minutes. */
  readonly ofDay: (day: number) => Uint8Array
  /** Random words that divide the variance of a block among its days. */
  readonly ofBlock: (block: number) => Uint8Array
}

export function createVolatilityRegimes(name: string, streams: KeyStreams): VolatilityRegimes {
  return {
    ofDay: createLruMemo(cachedDays, (day) =>
      streams(`regime/${name}/day/${day}`, dayMinutes * bytesPerWord),
    ),
    ofBlock: createLruMemo(cachedBlocks, (block) =>
      streams(`regime/${name}/block/${block}`, blockDays * bytesPerWord),
    ),
  }
}

export type Volatility = {
  readonly day: (day: number) => DayVolatility
  readonly block: (block: number) => BlockVolatility
}

export type DayVolatility = {
  /** Variance of each minute, without jumps. */
  readonly variances: Float64Array
  /** Variance since a fixed day, at the start of each minute and at the end of the last. */
  readonly elapsed: Float64Array
  /** Cumulative expected variance up to each minute. */
  readonly clock: Float64Array
}

export type BlockVolatility = {
  /** Expected variance of each day. */
  readonly expected: Float64Array
  /** Variance of each day, without jumps. */
  readonly variances: Float64Array
  /** Variance from the start of the block to the start of each day, and to the end of the last. */
  readonly elapsed: Float64Array
}

/** A restart needs two days of every market. The candle worker goes through the days one after another. */
export const cachedDays = 3
/** Days are drawn in blocks. Blocks only bound the work: every day's move is independent of all others. */
export const blockDays = 256
/** A start goes through all blocks since 2026, for each process. These are 45 years. */
const cachedBlocks = 64
const minuteClustering = 0.95
const dailyClustering = 0.4

export function createVolatility(clockOf: VarianceClock, regimes: VolatilityRegimes): Volatility {
  const block = createLruMemo(cachedBlocks, (index) => drawBlock(clockOf, regimes, index))
  const elapsedBefore = createBlockSums((index) => block(index).elapsed[blockDays] ?? 0)
  return {
    block,
    day: createLruMemo(cachedDays, (day) => {
      const [index, at] = splitDay(day)
      const { elapsed, variances } = block(index)
      const before = elapsedBefore(index) + (elapsed[at] ?? 0)
      return drawDay(clockOf(day), regimes.ofDay(day), before, variances[at] ?? 0)
    }),
  }
}

function drawBlock(clockOf: VarianceClock, regimes: VolatilityRegimes, block: number): BlockVolatility {
  const expected = Float64Array.from(
    { length: blockDays },
    (_, at) => clockOf(block * blockDays + at)[dayMinutes] ?? 0,
  )
  const clock = sums(0, expected)
  const whole = clock[blockDays] ?? 0
  const variances = divideVariance(
    { clock, regimes: regimes.ofBlock(block), clustering: dailyClustering },
    whole,
  )
  return { expected, variances, elapsed: sums(0, variances) }
}

function drawDay(
  clock: Float64Array,
  regimes: Uint8Array,
  elapsedBefore: number,
  variance: number,
): DayVolatility {
  const variances = divideVariance({ clock, regimes, clustering: minuteClustering }, variance)
  return { clock, variances, elapsed: sums(elapsedBefore, variances) }
}

/** A first value, and its sum with each of the terms so far. */
function sums(first: number, terms: Float64Array): Float64Array {
  const found = new Float64Array(terms.length + 1)
  found[0] = first
  for (let at = 0; at < terms.length; at++) found[at + 1] = (found[at] ?? 0) + (terms[at] ?? 0)
  return found
}

/** The block that starts on 27 January 2026. Sums are 0 there, and go forwards and backwards. */
const zeroBlock = 80
/** About 700 years. */
const mostBlocks = 1000

/** The sum of the totals of all blocks from a fixed one up to the start of a block. */
export function createBlockSums(totalOf: (block: number) => number): (block: number) => number {
  const known = new Map([[zeroBlock, 0]])
  return (block) => {
    if (!(Math.abs(block - zeroBlock) <= mostBlocks)) {
      throw new RangeError(`the simulation has no day ${block * blockDays}`)
    }
    const step = block > zeroBlock ? 1 : -1
    let [at, sum] = [zeroBlock, 0]
    while (at !== block) {
      sum = known.get(at + step) ?? sum + step * totalOf(step > 0 ? at : at - 1)
      at += step
      known.set(at, sum)
    }
    return sum
  }
}

export function splitDay(day: number): readonly [block: number, dayOfBlock: number] {
  const block = Math.floor(day / blockDays)
  return [block, day - block * blockDays]
}
