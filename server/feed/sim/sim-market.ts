import type { Candle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import type { Price } from '#core/money/amounts.ts'
import { exponential } from '#server/feed/sim/deterministic-math.ts'
import { bytesPerWord, type KeyStreams, wordAt } from '#server/feed/sim/key-stream.ts'
import { createLruMemo } from '#server/feed/sim/lru-memo.ts'
import { type MarketPath, type Range, rangeOf, splitMinute } from '#server/feed/sim/market-path.ts'
import { drawTicks, type MinuteTicks, tickCount } from '#server/feed/sim/minute-ticks.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** Prices of one simulated market. Minutes are numbered from the epoch. */
export type SimMarket = {
  /** Equals the candle of `ticks`. */
  readonly candle: (minute: number) => Candle
  /** Equals the merged candles of the minutes before `toMinute`, all of one UTC day. Skips most of their points. */
  readonly longCandle: (minute: number, toMinute: number) => Candle
  readonly ticks: (minute: number) => MinuteTicks
}

type SimMarketParts = {
  readonly code: string
  readonly streams: KeyStreams
  /** Random words of the steps of a minute: when all markets move. */
  readonly stepWords: (minute: number) => Uint8Array
  /** Price, in steps, at which the logarithm of the path is 0. */
  readonly level: number
  readonly path: MarketPath
  readonly spreadPpm: number
  readonly ticksPerSecond: number
}

const cachedDays = 2
/** Sums of the same logarithms in another order differ by less than this. */
const roundingError = 1e-12

export function createSimMarket(parts: SimMarketParts): SimMarket {
  const { code, streams, level, path, ticksPerSecond } = parts
  const countWords = createLruMemo(cachedDays, (day) =>
    streams(`counts/${code}/${day}`, dayMinutes * bytesPerWord),
  )
  const bidOf = (logarithm: number) => bidAtLevel(level, logarithm)

  function countOf(day: number, at: number, deviation: number): number {
    return tickCount(deviation / path.dayDeviation, ticksPerSecond, wordAt(countWords(day), at))
  }

  function candleOf(minute: number, open: number, range: Range, close: number, volume: number): Candle {
    return {
      startMs: minute * minuteMs,
      open: bidOf(open),
      high: bidOf(range.high),
      low: bidOf(range.low),
      close: bidOf(close),
      volume,
    }
  }

  /** Extends the range by the points of a minute, unless they cannot be beyond it. */
  function extend(range: Range, minute: number, deviation: number, hasJump: boolean): void {
    const slots = path.slotRange(minute)
    const bound = path.stepBound * deviation + roundingError
    const isWithin = slots.high + bound <= range.high && slots.low - bound >= range.low
    if (isWithin && !hasJump) return
    const { points } = path.minute(minute)
    include(range, rangeOf(points, 1, points.length - 1))
  }

  return {
    candle(minute) {
      const [day, at] = splitMinute(minute)
      const { points, deviation } = path.minute(minute)
      const last = points.length - 1
      const volume = countOf(day, at, deviation)
      return candleOf(minute, points[1] ?? 0, rangeOf(points, 1, last), points[last] ?? 0, volume)
    },
    longCandle(fromMinute, toMinute) {
      const [day, from] = splitMinute(fromMinute)
      const to = from + toMinute - fromMinute
      const { starts, deviations, jumpMinutes } = path.outline(day)
      const { points } = path.minute(fromMinute)
      const open = points[1] ?? 0
      const range = rangeOf(points, 1, points.length - 1)
      // The end of a minute, which is the start of the next, is its last tick.
      include(range, rangeOf(starts, from + 1, to))
      let volume = 0
      for (let at = from; at < to; at++) {
        const deviation = deviations[at] ?? 0
        volume += countOf(day, at, deviation)
        const bound = (path.slotBound + path.stepBound) * deviation + roundingError
        const [start = 0, end = 0] = [starts[at], starts[at + 1]]
        const isWithin =
          Math.max(start, end) + bound <= range.high && Math.min(start, end) - bound >= range.low
        const hasJump = jumpMinutes.includes(at)
        if (!isWithin || hasJump) extend(range, day * dayMinutes + at, deviation, hasJump)
      }
      return candleOf(fromMinute, open, range, starts[to] ?? 0, volume)
    },
    ticks(minute) {
      const [day, at] = splitMinute(minute)
      const minutePath = path.minute(minute)
      const count = countOf(day, at, minutePath.deviation)
      return drawTicks({
        path: minutePath,
        jumps: path.recentJumps(minute),
        startMs: minute * minuteMs,
        count,
        stepWords: parts.stepWords(minute),
        words: streams(`quotes/${code}/${minute}`, 3 * count * bytesPerWord),
        bidOf,
        spreadPpm: parts.spreadPpm,
      })
    },
  }
}

function bidAtLevel(level: number, logarithm: number): Price {
  return Math.max(1, Math.round(level * exponential(logarithm))) as Price
}

function include(range: Range, { high, low }: Range): void {
  range.high = Math.max(range.high, high)
  range.low = Math.min(range.low, low)
}
