import { minuteMs } from '#core/candle/period.ts'
import { evenBridgeBound, fillEvenBridge } from '#server/feed/sim/brownian-bridge.ts'
import { uniform } from '#server/feed/sim/deterministic-math.ts'
import { wordAt } from '#server/feed/sim/key-stream.ts'
import type { MarketJump, MinutePath } from '#server/feed/sim/market-path.ts'
import { samplesPerMinute, slotsPerMinute } from '#server/feed/sim/random-process.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** Ticks of a minute in time order, one array per column. */
export type MinuteTicks = {
  readonly timesMs: Float64Array
  readonly bids: Float64Array
  readonly asks: Float64Array
}

const slotMs = minuteMs / slotsPerMinute
const deviationOfSlot = Math.sqrt(1 / slotsPerMinute)

/**
 * Writes the logarithm of the bid at each tick of a minute. The first tick is the first sample, and the last tick of
 * each slot is the sample at its end. In between, the price moves at random from tick to tick with the variance of the
 * minute, so that no tick tells the next. A jump happens between two ticks.
 */
export function fillTickPath(
  path: MinutePath,
  count: number,
  bytes: Uint8Array,
  from: number,
  logarithms: Float64Array,
): void {
  const { samples } = path
  const slotDeviation = path.deviation * deviationOfSlot
  logarithms[0] = samples[0] ?? 0
  let at = 1
  for (let slot = 0; slot < slotsPerMinute; slot++) {
    const steps = ticksInSlot(count, slot) - (slot === 0 ? 1 : 0)
    const deviation = slotDeviation / Math.sqrt(steps)
    logarithms[at + steps - 1] = samples[slot + 1] ?? 0
    fillEvenBridge(logarithms, at, steps, deviation, bytes, from + at)
    at += steps
  }
  for (const jump of path.jumps) addJump(jump, count, logarithms)
}

/** The furthest a tick can be from the line between two samples, in standard deviations of the minute. */
export function tickPathBound(mostTicks: number): number {
  return deviationOfSlot * evenBridgeBound(Math.ceil(mostTicks / slotsPerMinute) + 1)
}

/** Moves all ticks from the first one after the jump. */
function addJump(jump: MarketJump, count: number, logarithms: Float64Array): void {
  let from = tickOf(jump, ticksInSlot(count, jump.slot))
  for (let slot = 0; slot < jump.slot; slot++) from += ticksInSlot(count, slot)
  for (let at = from; at < count; at++) logarithms[at] = (logarithms[at] ?? 0) + jump.size
}

const noJumps: readonly MarketJump[] = []

function jumpsIn({ jumps }: MinutePath, slot: number): readonly MarketJump[] {
  return jumps.length === 0 ? noJumps : jumps.filter((jump) => jump.slot === slot)
}

/** Index, among the ticks of its slot, of the first tick after a jump. */
function tickOf(jump: MarketJump, ticks: number): number {
  return Math.floor(jump.within * ticks)
}

/**
 * One tick for each slot, plus an even share of the remaining ticks. The first slot gets one more for the first sample.
 */
function ticksInSlot(count: number, slot: number): number {
  const left = count - samplesPerMinute
  const shared = Math.floor((left * (slot + 1)) / slotsPerMinute) - Math.floor((left * slot) / slotsPerMinute)
  return 1 + shared + (slot === 0 ? 1 : 0)
}

type TickParams = {
  readonly path: MinutePath
  readonly startMs: number
  /** The logarithm of the bid at each tick. */
  readonly logarithms: Float64Array
  /** Two random words for each tick. */
  readonly words: Uint8Array
  readonly bidOf: (logarithm: number) => number
  readonly spreadPpm: number
}

/** Each tick keeps away from the edges of its time interval, so that no two have the same timestamp. */
const edge = 0.05

/** Gives the ticks of a minute their times and asks. */
export function drawTicks({ path, startMs, logarithms, words, bidOf, spreadPpm }: TickParams): MinuteTicks {
  const count = logarithms.length
  const ticks = {
    timesMs: new Float64Array(count),
    bids: new Float64Array(count),
    asks: new Float64Array(count),
  }
  let spread = (spreadPpm / 1_000_000) * spreadFactor(path, path.minutesSinceJump)
  let at = 0
  for (let slot = 0; slot < slotsPerMinute; slot++) {
    const inSlot = ticksInSlot(count, slot)
    const jumps = jumpsIn(path, slot)
    for (let tick = 0; tick < inSlot; tick++) {
      const jump = jumps.find((known) => tickOf(known, inSlot) === tick)
      // The spread widens with the jump, not before it.
      if (jump !== undefined) spread = (spreadPpm / 1_000_000) * spreadFactor(path, 0)
      const within = jump?.within ?? (tick + edge + (1 - 2 * edge) * uniform(wordAt(words, 2 * at))) / inSlot
      const bid = bidOf(logarithms[at] ?? 0)
      ticks.timesMs[at] = startMs + Math.floor(slotMs * (slot + within))
      ticks.bids[at] = bid
      ticks.asks[at] = bid + spreadSteps(bid * spread, wordAt(words, 2 * at + 1))
      at++
    }
  }
  return ticks
}

const perDeviation = Math.sqrt(dayMinutes)
const mostOfUsual = 2

/**
 * Number of ticks in a minute: half to twice the usual, more when the price moves more. Never fewer than the samples.
 */
export function tickCount(shareOfDayDeviation: number, ticksPerSecond: number, word: number): number {
  const liveliness = 0.4 + 0.5 * perDeviation * shareOfDayDeviation
  const rate = Math.max(0.5, Math.min(mostOfUsual, liveliness * (0.85 + 0.3 * uniform(word))))
  return Math.max(samplesPerMinute, Math.round(60 * ticksPerSecond * rate))
}

export function largestTickCount(ticksPerSecond: number): number {
  return Math.max(samplesPerMinute, Math.round(60 * ticksPerSecond * mostOfUsual))
}

const widestSpreadFactor = 4
/** For the rest of the minute of a jump and the three minutes after it. */
const jumpSpreadFactors = [2.5, 1.8, 1.4, 1.2] as const

/** Spread relative to busy hours: wider in quiet hours and after a jump. */
function spreadFactor({ typicalVariance }: MinutePath, minutesSinceJump: number): number {
  const quietFactor = Math.sqrt(Math.sqrt(1 / typicalVariance))
  const jumpFactor = jumpSpreadFactors[minutesSinceJump] ?? 1
  return Math.min(widestSpreadFactor, Math.max(1, quietFactor) * jumpFactor)
}

/** Most ticks have the typical spread of their minute, some a little less or more. At least one step. */
function spreadSteps(typicalSteps: number, word: number): number {
  const draw = uniform(word)
  const factor = draw < 0.15 ? 0.8 : draw < 0.75 ? 1 : draw < 0.93 ? 1.2 : 1.5
  return Math.max(1, Math.round(typicalSteps * factor))
}
