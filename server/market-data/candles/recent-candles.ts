import { addQuote, type Candle, mergeCandles, startCandle } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs, type Period, periods } from '#core/candle/period.ts'
import type { Price } from '#core/money/amounts.ts'

/**
 * The minutes of one market that are kept in memory: the UTC day of its last quote and the day before. That holds
 * the rolling 24 hours and every larger candle in progress.
 */
type RecentMinutes = {
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
    if (last?.startMs === candle.startMs) minutes[minutes.length - 1] = mergeCandles(last, candle)
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
    joined = joined === undefined ? minute : mergeCandles(joined, minute)
  }
  return joined
}

/** The newest candle of each period, folded quote by quote. */
export function createCurrentCandles() {
  const current = new Map<Period, Candle>()

  return {
    current: (period: Period): Candle | undefined => current.get(period),
    addQuote(timeMs: number, bid: Price): void {
      for (const period of periods) {
        const startMs = candleStart(timeMs, period)
        const candle = current.get(period)
        current.set(period, candle?.startMs === startMs ? addQuote(candle, bid) : startCandle(startMs, bid))
      }
    },
    addPast(minutes: readonly Candle[]): void {
      for (const minute of minutes) for (const period of periods) addMinute(period, minute)
    },
  }

  function addMinute(period: Period, minute: Candle): void {
    const startMs = candleStart(minute.startMs, period)
    const candle = current.get(period)
    current.set(period, candle?.startMs === startMs ? mergeCandles(candle, minute) : { ...minute, startMs })
  }
}

/** As many points as a small chart can show. */
const sparklinePoints = 48

/**
 * About 48 closes spread evenly over the minutes that had a quote, the newest included. A market that is open
 * for a few hours a day fills its small chart with those.
 */
export function sampleCloses(minutes: readonly Candle[]): readonly Price[] {
  if (minutes.length <= sparklinePoints) return minutes.map(({ close }) => close)
  const closes: Price[] = []
  for (let point = 1; point <= sparklinePoints; point++) {
    const minute = minutes[Math.ceil((point * minutes.length) / sparklinePoints) - 1]
    if (minute !== undefined) closes.push(minute.close)
  }
  return closes
}
