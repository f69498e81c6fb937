// A random walk that is a function of the seed, the day and the minute: any day can be computed on its own.
import { divideVariance, fillBridge, fillEvenBridge } from '#server/feed/sim/brownian-bridge.ts'
import { normal, uniform } from '#server/feed/sim/deterministic-math.ts'
import { bytesPerWord, type KeyStreams, wordAt } from '#server/feed/sim/key-stream.ts'
import { dayMinutes, type VarianceClock } from '#server/feed/sim/trading-activity.ts'

/** A minute has sixteen slots of 3.75 s, with a sample at the start and the end of each. */
export const slotsPerMinute = 16
export const samplesPerMinute = slotsPerMinute + 1

/** One day of a process. */
export type DayPath = {
  /** Value at the start of each minute, and at the end of the last. */
  readonly values: Float64Array
  /** Variance of each minute, without the jump. */
  readonly variances: Float64Array
  /** Cumulative expected variance up to each minute. */
  readonly clock: Float64Array
  readonly jump: Jump | undefined
  /** A random byte for each slot. */
  readonly slotBytes: Uint8Array
}

/** A sudden move, as on news. The price stays there: what follows does not depend on it. */
type Jump = {
  readonly minute: number
  /** Never the first slot: a minute starts where the one before it ended. */
  readonly slot: number
  /** Time within the slot, from 0 to 1. */
  readonly within: number
  readonly size: number
}

/** A factor shared by markets, or the part specific to one asset. It moves by about 1 a day from Monday to Friday. */
export type RandomProcess = { readonly day: (day: number) => DayPath }

type ProcessParts = {
  readonly name: string
  readonly streams: KeyStreams
  /** Calm and volatile periods. Many processes share them, so that volatility rises in all of them together. */
  readonly moods: Moods
  readonly clockOf: VarianceClock
}

/** Random words that divide the variance of a day among its minutes, and that of a block among its days. */
export type Moods = {
  readonly ofDay: (day: number) => Uint8Array
  readonly ofBlock: (block: number) => Uint8Array
}

/** A restart needs two days of every market. The candle worker goes through the days one after another. */
const cachedDays = 3
const minuteClustering = 0.95

export function createMoods(name: string, streams: KeyStreams): Moods {
  return {
    ofDay: createLruMemo(cachedDays, (day) => streams(`mood/${name}/day/${day}`, dayMinutes * bytesPerWord)),
    ofBlock: createLruMemo(cachedDays, (block) =>
      streams(`mood/${name}/block/${block}`, blockDays * bytesPerWord),
    ),
  }
}

export function createRandomProcess(parts: ProcessParts): RandomProcess {
  const moveOf = createDayMoves(parts)
  return {
    day: createLruMemo(cachedDays, (day) => {
      const stream = parts.streams(`path/${parts.name}/${day}`, dayMinutes * (bytesPerWord + slotsPerMinute))
      return drawDay(parts.clockOf(day), parts.moods.ofDay(day), moveOf(day), stream)
    }),
  }
}

function drawDay(
  clock: Float64Array,
  moods: Uint8Array,
  { from, change, variance, jump }: DayMove,
  stream: Uint8Array,
): DayPath {
  const values = new Float64Array(dayMinutes + 1)
  const variances = divideVariance({ clock, moods, clustering: minuteClustering }, variance)
  values[0] = from
  values[dayMinutes] = from + change
  fillBridge(values, variances, stream)
  if (jump !== undefined) {
    for (let at = jump.minute + 1; at <= dayMinutes; at++) values[at] = (values[at] ?? 0) + jump.size
  }
  return { values, variances, clock, jump, slotBytes: stream.subarray(dayMinutes * bytesPerWord) }
}

type DayMove = {
  /** Value at the start of the day. */
  readonly from: number
  /** Normal move over the day, with `variance`, in addition to the jump. */
  readonly change: number
  readonly variance: number
  readonly jump: Jump | undefined
}

/** Days are drawn in blocks. Blocks only bound the work: every day's move is independent of all others. */
const blockDays = 256
/** The block of the year 2026 in which every process starts at 0, to sum its moves forwards and backwards from. */
const zeroBlock = 80
const dailyClustering = 0.4
const cachedBlocks = 3
const wordsPerDay = 7

function createDayMoves(parts: ProcessParts): (day: number) => DayMove {
  const blockOf = createLruMemo(cachedBlocks, (block) => drawBlock(parts, block))
  /** Value at the start of each block that was needed so far. */
  const starts = new Map([[zeroBlock, 0]])

  function startOf(block: number): number {
    const known = starts.get(block)
    if (known !== undefined) return known
    const before = block > zeroBlock ? block - 1 : block
    const start =
      block > zeroBlock ? startOf(before) + blockOf(before).total : startOf(block + 1) - blockOf(before).total
    starts.set(block, start)
    return start
  }

  return (day) => {
    const block = Math.floor(day / blockDays)
    const start = startOf(block)
    const { moves } = blockOf(block)
    const move = moves[day - block * blockDays]
    if (move === undefined) throw new RangeError(`the simulation has no day ${day}`)
    return { ...move, from: start + move.from }
  }
}

/** Moves of a block of days, with `from` relative to the block's start. */
type Block = { readonly moves: readonly DayMove[]; readonly total: number }

function drawBlock({ name, streams, moods, clockOf }: ProcessParts, block: number): Block {
  const stream = streams(`days/${name}/${block}`, blockDays * wordsPerDay * bytesPerWord)
  const dayClocks = Array.from({ length: blockDays }, (_, at) => clockOf(block * blockDays + at))
  const clock = new Float64Array(blockDays + 1)
  dayClocks.forEach((dayClock, at) => {
    clock[at + 1] = (clock[at] ?? 0) + (dayClock[dayMinutes] ?? 0)
  })
  const whole = clock[blockDays] ?? 0
  const variances = divideVariance({ clock, moods: moods.ofBlock(block), clustering: dailyClustering }, whole)
  let total = 0
  const moves = dayClocks.map((dayClock, at): DayMove => {
    const [draw = 0, ...jumpWords] = Array.from({ length: wordsPerDay }, (_, word) =>
      wordAt(stream, at * wordsPerDay + word),
    )
    const variance = variances[at] ?? 0
    const jump = drawJump(jumpWords, dayClock)
    const move = { from: total, change: Math.sqrt(variance) * normal(draw), variance, jump }
    total += move.change + (jump?.size ?? 0)
    return move
  })
  return { moves, total }
}

/** One day in six has a jump. Days with less than half the usual activity have none. */
const daysPerJump = 6
const leastDayVariance = 0.5
/** In standard deviations of a day. Even in the most volatile market this stays far below the jump limit. */
const smallestJump = 0.12
const largestJump = 0.4

/** Busy minutes are more likely to have the jump. */
function drawJump(
  [occurs = 0, sized = 0, timed = 0, slotted = 0, placed = 0, signed = 0]: readonly number[],
  clock: Float64Array,
): Jump | undefined {
  const whole = clock[dayMinutes] ?? 0
  if (whole < leastDayVariance || uniform(occurs) * daysPerJump >= 1) return undefined
  const size = smallestJump + (largestJump - smallestJump) * uniform(sized)
  return {
    minute: minuteReaching(clock, whole * uniform(timed)),
    slot: 1 + Math.floor((slotsPerMinute - 1) * uniform(slotted)),
    within: uniform(placed),
    size: uniform(signed) < 0.5 ? -size : size,
  }
}

/** The minute in which the variance clock passes this amount. */
function minuteReaching(clock: Float64Array, amount: number): number {
  let minute = 0
  while (minute < dayMinutes - 1 && (clock[minute + 1] ?? 0) <= amount) minute++
  return minute
}

const deviationOfSlot = Math.sqrt(1 / slotsPerMinute)
const scratch = new Float64Array(samplesPerMinute)

/** Adds `weight` × the process to each sample of a minute, without the jump of that minute. */
export function addMinuteSamples(path: DayPath, minute: number, weight: number, samples: Float64Array): void {
  const deviation = Math.sqrt(path.variances[minute] ?? 0) * deviationOfSlot
  scratch[0] = path.values[minute] ?? 0
  scratch[slotsPerMinute] =
    (path.values[minute + 1] ?? 0) - (path.jump?.minute === minute ? path.jump.size : 0)
  fillEvenBridge(scratch, 1, slotsPerMinute, deviation, path.slotBytes, minute * slotsPerMinute)
  for (let at = 0; at < samplesPerMinute; at++) {
    samples[at] = (samples[at] ?? 0) + weight * (scratch[at] ?? 0)
  }
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
