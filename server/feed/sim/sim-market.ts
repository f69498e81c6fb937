import type { Candle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import type { Price } from '#core/money/amounts.ts'
import { exponential } from '#server/feed/sim/deterministic-math.ts'
import { bytesPerWord, type KeyStreams } from '#server/feed/sim/key-stream.ts'
import { type MarketPath, type MinutePath, splitMinute } from '#server/feed/sim/market-path.ts'
import {
  drawTicks,
  fillTickPath,
  largestTickCount,
  type MinuteTicks,
  tickCount,
  tickPathBound,
} from '#server/feed/sim/minute-ticks.ts'
import { createLruMemo } from '#server/feed/sim/random-process.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** Prices of one simulated market. Minutes are numbered from the epoch. */
export type SimMarket = {
  /** Equals the candle of `ticks`. */
  readonly candle: (minute: number) => Candle
  /** Equals the merged candles of the minutes before `toMinute`, all of one UTC day. Skips most of their ticks. */
  readonly longCandle: (minute: number, toMinute: number) => Candle
  readonly ticks: (minute: number) => MinuteTicks
}

type SimMarketParts = {
  readonly code: string
  readonly streams: KeyStreams
  /** Price, in steps, at which the logarithm of the path is 0. */
  readonly level: number
  readonly path: MarketPath
  readonly spreadPpm: number
  readonly ticksPerSecond: number
}

/** The random bytes of the ticks are drawn for some hours at a time. */
const chunkMinutes = 240
const cachedChunks = 2
/** The first two bytes of a minute decide the number of its ticks. Each tick has one more. */
const countBytes = bytesPerWord

export function createSimMarket(parts: SimMarketParts): SimMarket {
  const { code, streams, level, ticksPerSecond } = parts
  const mostTicks = largestTickCount(ticksPerSecond)
  const minuteBytes = countBytes + mostTicks
  const chunkOf = createLruMemo(cachedChunks, (chunk) =>
    streams(`ticks/${code}/${ticksPerSecond}/${chunk}`, chunkMinutes * minuteBytes),
  )
  const logarithms = new Float64Array(mostTicks)
  const bidOf = (logarithm: number) => bidAtLevel(level, logarithm)

  function countOf(minute: number, deviation: number): number {
    const chunk = Math.floor(minute / chunkMinutes)
    const bytes = chunkOf(chunk)
    const at = (minute - chunk * chunkMinutes) * minuteBytes
    const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
    return tickCount(deviation / parts.path.dayDeviation, ticksPerSecond, word)
  }

  /** Writes the ticks of a minute to `logarithms` and returns their number. */
  function walk(path: MinutePath, minute: number): number {
    const chunk = Math.floor(minute / chunkMinutes)
    const firstByte = (minute - chunk * chunkMinutes) * minuteBytes + countBytes
    const count = countOf(minute, path.deviation)
    fillTickPath(path, count, chunkOf(chunk), firstByte, logarithms)
    return count
  }

  /** The furthest a tick can be from the line between two samples, in standard deviations of the minute. */
  const tickBound = tickPathBound(mostTicks)

  /** Walks a minute whose ticks can be beyond the range, and extends the range by them. */
  function extend(range: Range, minute: number): void {
    const path = parts.path.minute(minute)
    const bound = tickBound * path.deviation
    const { high, low } = extremes(path.samples, path.samples.length)
    if (path.jumps.length > 0 || high + bound > range.high || low - bound < range.low) {
      include(range, extremes(logarithms, walk(path, minute)))
    }
  }

  function longCandle(fromMinute: number, toMinute: number): Candle {
    const { path } = parts
    const [day, from] = splitMinute(fromMinute)
    const to = from + toMinute - fromMinute
    const { starts, deviations, jumpMinutes } = path.outline(day)
    const range = extremes(starts.subarray(from, to), to - from)
    const ending = extremes(logarithms, walk(path.minute(toMinute - 1), toMinute - 1))
    include(range, ending)
    let volume = 0
    for (let at = from; at < to; at++) {
      const deviation = deviations[at] ?? 0
      volume += countOf(day * dayMinutes + at, deviation)
      const bound = (path.sampleBound + tickBound) * deviation + roundingError
      const [start = 0, end = 0] = [starts[at], starts[at + 1]]
      const isBeyond = Math.max(start, end) + bound > range.high || Math.min(start, end) - bound < range.low
      if (isBeyond || jumpMinutes.includes(at)) extend(range, day * dayMinutes + at)
    }
    return candleAt(fromMinute, { ...range, close: ending.close }, volume)
  }

  function candleAt(minute: number, { open, high, low, close }: Extremes, volume: number): Candle {
    const startMs = minute * minuteMs
    return { startMs, open: bidOf(open), high: bidOf(high), low: bidOf(low), close: bidOf(close), volume }
  }

  return {
    longCandle,
    candle(minute) {
      const volume = walk(parts.path.minute(minute), minute)
      return candleAt(minute, extremes(logarithms, volume), volume)
    },
    ticks(minute) {
      const path = parts.path.minute(minute)
      const count = walk(path, minute)
      return drawTicks({
        path,
        startMs: minute * minuteMs,
        logarithms: logarithms.subarray(0, count),
        words: streams(`quotes/${code}/${minute}`, 2 * count * bytesPerWord),
        bidOf,
        spreadPpm: parts.spreadPpm,
      })
    },
  }
}

function bidAtLevel(level: number, logarithm: number): Price {
  return Math.max(1, Math.round(level * exponential(logarithm))) as Price
}

type Range = { high: number; low: number }
type Extremes = Range & { readonly open: number; readonly close: number }

/** Sums of the same logarithms in another order differ by less than this. */
const roundingError = 1e-12

function include(range: Range, { high, low }: Range): void {
  range.high = Math.max(range.high, high)
  range.low = Math.min(range.low, low)
}

function extremes(logarithms: Float64Array, count: number): Extremes {
  const open = logarithms[0] ?? 0
  let [high, low] = [open, open]
  for (let at = 1; at < count; at++) {
    const logarithm = logarithms[at] ?? 0
    if (logarithm > high) high = logarithm
    else if (logarithm < low) low = logarithm
  }
  return { open, high, low, close: logarithms[count - 1] ?? 0 }
}
