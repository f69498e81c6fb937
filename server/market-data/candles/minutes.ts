import { addQuote, type Candle, startCandle } from '#core/candle/candle.ts'
import { joinCandles } from '#core/candle/fold-candles.ts'
import { candleStart, dayMs, minuteMs } from '#core/candle/period.ts'
import type { Price } from '#core/money/price.ts'

/**
 * The minutes of one market that are kept in memory: the UTC day of its last quote and the day before. That holds
 * the rolling 24 hours and every larger candle in progress.
 */
export type RecentMinutes = {
  /** Oldest first, the last one in progress. */
  readonly all: () => readonly Candle[]
  readonly last: () => Candle | undefined
  /** One more quote, not older than the last. */
  readonly addQuote: (timeMs: number, bid: Price) => void
  /** Minutes of the past, oldest first; the first may continue the last one known. */
  readonly addPast: (minutes: readonly Candle[]) => void
  /** When the oldest day that is held completely began; undefined when nothing is held at all. */
  readonly wholeFromMs: () => number | undefined
  /** The last 24 hours before the minute in progress, as one candle; undefined when there are none. */
  readonly dayBefore: () => Candle | undefined
}

export function createRecentMinutes(): RecentMinutes {
  let minutes: Candle[] = []
  let dayBefore: { readonly ofMinute: number; readonly candle: Candle | undefined } | undefined

  function add(candle: Candle): void {
    const last = minutes.at(-1)
    if (last?.startMs === candle.startMs) minutes[minutes.length - 1] = joinCandles(last, candle)
    else minutes.push(candle)
  }

  function forgetOld(): void {
    const fromMs = oldestKept(minutes.at(-1)) ?? 0
    // Moving the rest down costs, so it is done for many at once.
    const many = minutes[512]
    if (many === undefined || many.startMs >= fromMs) return
    minutes = minutes.filter((minute) => minute.startMs >= fromMs)
  }

  return {
    all: () => minutes,
    last: () => minutes.at(-1),
    addQuote(timeMs, bid) {
      const startMs = candleStart(timeMs, '1min')
      const last = minutes.at(-1)
      if (last?.startMs === startMs) minutes[minutes.length - 1] = addQuote(last, bid)
      else {
        minutes.push(startCandle(startMs, bid))
        forgetOld()
      }
    },
    addPast(past) {
      for (const minute of past) add(minute)
      // The past may have been added to a minute the figures were made without.
      dayBefore = undefined
      forgetOld()
    },
    wholeFromMs: () => oldestKept(minutes.at(-1)),
    dayBefore() {
      const last = minutes.at(-1)
      if (last === undefined) return undefined
      if (dayBefore?.ofMinute !== last.startMs) {
        dayBefore = { ofMinute: last.startMs, candle: joinAll(minutes, last.startMs - dayMs + minuteMs) }
      }
      return dayBefore.candle
    },
  }
}

function oldestKept(last: Candle | undefined): number | undefined {
  return last && candleStart(last.startMs, '1day') - dayMs
}

/** Those from `fromMs` on but the last, as one. */
function joinAll(minutes: readonly Candle[], fromMs: number): Candle | undefined {
  let joined: Candle | undefined
  for (let at = 0; at < minutes.length - 1; at++) {
    const minute = minutes[at]
    if (minute === undefined || minute.startMs < fromMs) continue
    joined = joined === undefined ? minute : joinCandles(joined, minute)
  }
  return joined
}
