// A random walk that is a function of the seed, the day and the minute: any day can be computed on its own.
import { divideVariance, fillBridge } from '#server/feed/sim/brownian-bridge.ts'
import { normal, uniform } from '#server/feed/sim/deterministic-math.ts'
import { bytesPerWord, type KeyStreams, wordAt } from '#server/feed/sim/key-stream.ts'
import { dayMinutes, type VarianceClock } from '#server/feed/sim/trading-activity.ts'

/** A minute has twelve slots of 5 s. */
export const slotsPerMinute = 12

/** One day of a process. */
export type DayPath = {
  /** Value at the start of each minute, and at the end of the last. */
  readonly values: Float64Array
  /** Variance of each minute, without the jump. */
  readonly variances: Float64Array
  /** Variance since a fixed day, at the start of each minute and at the end of the last. */
  readonly elapsed: Float64Array
  /** Cumulative expected variance up to each minute. */
  readonly clock: Float64Array
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
  /** Calm and volatile periods. Many processes share them, so that volatility rises in all of them together. */
  readonly regimes: VolatilityRegimes
  readonly clockOf: VarianceClock
  readonly stepsPerSlot: number
}

/** Random words that divide the variance of a day among its minutes, and that of a block among its days. */
export type VolatilityRegimes = {
  readonly ofDay: (day: number) => Uint8Array
  readonly ofBlock: (block: number) => Uint8Array
}

/** A restart needs two days of every market. The candle worker goes through the days one after another. */
const cachedDays = 3
const minuteClustering = 0.95

export function createVolatilityRegimes(name: string, streams: KeyStreams): VolatilityRegimes {
  return {
    ofDay: createLruMemo(cachedDays, (day) =>
      streams(`regime/${name}/day/${day}`, dayMinutes * bytesPerWord),
    ),
    ofBlock: createLruMemo(cachedDays, (block) =>
      streams(`regime/${name}/block/${block}`, blockDays * bytesPerWord),
    ),
  }
}

/** The bytes of the steps are drawn for some hours at a time. */
const chunkMinutes = 240
const cachedChunks = 2

export function createRandomProcess(parts: ProcessParts): RandomProcess {
  const { name, streams, stepsPerSlot } = parts
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
      return drawDay(parts.clockOf(day), parts.regimes.ofDay(day), moveOf(day), stream)
    }),
  }
}

function drawDay(
  clock: Float64Array,
  regimes: Uint8Array,
  { from, elapsed: elapsedBefore, change, variance, jump }: DayMove,
  stream: Uint8Array,
): DayPath {
  const values = new Float64Array(dayMinutes + 1)
  const variances = divideVariance({ clock, regimes, clustering: minuteClustering }, variance)
  values[0] = from
  values[dayMinutes] = from + change
  fillBridge(values, variances, stream)
  if (jump !== undefined) {
    for (let at = jump.minute + 1; at <= dayMinutes; at++) values[at] = (values[at] ?? 0) + jump.size
  }
  const elapsed = new Float64Array(dayMinutes + 1)
  elapsed[0] = elapsedBefore
  for (let at = 0; at < dayMinutes; at++) elapsed[at + 1] = (elapsed[at] ?? 0) + (variances[at] ?? 0)
  return { values, variances, elapsed, clock, jump, slotBytes: stream.subarray(dayMinutes * bytesPerWord) }
}

type DayMove = {
  /** Value at the start of the day. */
  readonly from: number
  /** Variance from a fixed day to the start of this one. */
  readonly elapsed: number
  /** Normal move over the day, with `variance`, in addition to the jump. */
  readonly change: number
  readonly variance: number
  readonly jump: Jump | undefined
}

/** Days are drawn in blocks. Blocks only bound the work: every day's move is independent of all others. */
const blockDays = 256
/** The block that starts on 27 January 2026. Every process starts there at 0, and goes forwards and backwards. */
const zeroBlock = 80
/** About 700 years. */
const mostBlocks = 1000
const dailyClustering = 0.4
const cachedBlocks = 3
const wordsPerDay = 6

function createDayMoves(parts: ProcessParts): (day: number) => DayMove {
  const blockOf = createLruMemo(cachedBlocks, (block) => drawBlock(parts, block))
  /** Where each block that was needed so far starts. */
  const starts = new Map<number, BlockStart>([[zeroBlock, { value: 0, elapsed: 0 }]])

  function startOf(block: number): BlockStart {
    const step = block > zeroBlock ? 1 : -1
    let at = zeroBlock
    let start: BlockStart = { value: 0, elapsed: 0 }
    while (at !== block) {
      const next = starts.get(at + step) ?? moved(start, blockOf(step > 0 ? at : at - 1), step)
      at += step
      starts.set(at, next)
      start = next
    }
    return start
  }

  return (day) => {
    const block = Math.floor(day / blockDays)
    if (!(Math.abs(block - zeroBlock) <= mostBlocks)) throw new RangeError(`the simulation has no day ${day}`)
    const start = startOf(block)
    const move = blockOf(block).moves[day - block * blockDays]
    if (move === undefined) throw new RangeError(`the simulation has no day ${day}`)
    return { ...move, from: start.value + move.from, elapsed: start.elapsed + move.elapsed }
  }
}

type BlockStart = { readonly value: number; readonly elapsed: number }

function moved({ value, elapsed }: BlockStart, block: Block, step: 1 | -1): BlockStart {
  return { value: value + step * block.total, elapsed: elapsed + step * block.variance }
}

/** Moves of a block of days, with `from` and `elapsed` relative to the block's start. */
type Block = { readonly moves: readonly DayMove[]; readonly total: number; readonly variance: number }

function drawBlock({ name, streams, regimes, clockOf }: ProcessParts, block: number): Block {
  const stream = streams(`days/${name}/${block}`, blockDays * wordsPerDay * bytesPerWord)
  const clock = new Float64Array(blockDays + 1)
  for (let at = 0; at < blockDays; at++) {
    clock[at + 1] = (clock[at] ?? 0) + (clockOf(block * blockDays + at)[dayMinutes] ?? 0)
  }
  const whole = clock[blockDays] ?? 0
  const variances = divideVariance(
    { clock, regimes: regimes.ofBlock(block), clustering: dailyClustering },
    whole,
  )
  let [total, elapsed] = [0, 0]
  const moves = Array.from(variances, (variance, at): DayMove => {
    const word = (index: number) => wordAt(stream, at * wordsPerDay + index)
    const jump = drawJump(word, () => clockOf(block * blockDays + at))
    const move = { from: total, elapsed, change: Math.sqrt(variance) * normal(word(0)), variance, jump }
    total += move.change + (jump?.size ?? 0)
    elapsed += variance
    return move
  })
  return { moves, total, variance: elapsed }
}

/** One day in six has a jump. Days with less than half the usual activity have none. */
const daysPerJump = 6
const leastDayVariance = 0.5
/** In standard deviations of a day. Even in the most volatile market this stays far below the jump limit. */
const smallestJump = 0.12
const largestJump = 0.4

/** Busy minutes are more likely to have the jump. */
function drawJump(word: (index: number) => number, clockOfDay: () => Float64Array): Jump | undefined {
  if (uniform(word(1)) * daysPerJump >= 1) return undefined
  const clock = clockOfDay()
  const whole = clock[dayMinutes] ?? 0
  if (whole < leastDayVariance) return undefined
  const size = smallestJump + (largestJump - smallestJump) * uniform(word(2))
  return {
    minute: minuteReaching(clock, whole * uniform(word(3))),
    within: uniform(word(4)),
    size: uniform(word(5)) < 0.5 ? -size : size,
  }
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

/** Least-recently-used cache by number. The latest result needs no map lookup, because most calls ask for it again. */
export function createLruMemo<Value>(
  capacity: number,
  compute: (index: number) => Value,
): (index: number) => Value {
  const cached = new Map<number, Value>()
  let lastIndex = Number.NaN
  let last: Value
  return (index) => {
    if (index === lastIndex) return last
    const known = cached.get(index)
    last = known ?? compute(index)
    lastIndex = index
    // A Map iterates in insertion order, so after this its first key is the least recently used.
    cached.delete(index)
    cached.set(index, last)
    for (const oldest of cached.keys()) {
      if (cached.size <= capacity) break
      cached.delete(oldest)
    }
    return last
  }
}
