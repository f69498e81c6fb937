import { addQuote, aggregateCandles, type Candle, mergeCandles, startCandle } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs, type Period, periods } from '#core/candle/period.ts'
import type { Price } from '#core/money/amounts.ts'
import { type Gap, insertPast } from '#server/market-data/candles/insert-past.ts'

/**
 * Cached minutes of one market: the UTC day of its last quote and the day before. They cover the rolling 24 hours and
 * every larger candle in progress.
 */
type RecentMinutes = {
  /** Oldest first, the last one in progress. */
  readonly all: () => readonly Candle[]
  readonly last: () => Candle | undefined
  /** The quote must not be older than the last one. */
  readonly addQuote: (timeMs: number, bid: Price) => void
  /** Inserts the minutes of a gap, oldest first. */
  readonly addPast: (minutes: readonly Candle[], gap: Gap) => void
  /** Start of the oldest complete day; undefined if the cache is empty. */
  readonly completeFromMs: () => number | undefined
  /** One candle of the 24 hours before the minute in progress; undefined if it has no minutes. */
  readonly previous24h: () => Candle | undefined
}

export function createRecentMinutes(): RecentMinutes {
  let minutes: Candle[] = []
  let previous24h: { readonly ofMinute: number; readonly candle: Candle | undefined } | undefined

  function evictOld(): void {
    const fromMs = oldestCached(minutes.at(-1)) ?? 0
    // Copying the array is expensive, so old minutes stay until there are more than 512 of them.
    const last = minutes[512]
    if (last === undefined || last.startMs >= fromMs) return
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
        evictOld()
      }
    },
    addPast(past, gap) {
      minutes = insertPast(minutes, past, gap)
      // The cached candle of 24 hours may lack the minutes just added.
      previous24h = undefined
      evictOld()
    },
    completeFromMs: () => oldestCached(minutes.at(-1)),
    previous24h() {
      const last = minutes.at(-1)
      if (last === undefined) return undefined
      if (previous24h?.ofMinute !== last.startMs) {
        previous24h = { ofMinute: last.startMs, candle: mergeRange(minutes, last.startMs - dayMs + minuteMs) }
      }
      return previous24h.candle
    },
  }
}

function oldestCached(last: Candle | undefined): number | undefined {
  return last && candleStart(last.startMs, '1day') - dayMs
}

/** Merges the minutes from `fromMs` on, without the last. */
function mergeRange(minutes: readonly Candle[], fromMs: number): Candle | undefined {
  let joined: Candle | undefined
  for (let at = 0; at < minutes.length - 1; at++) {
    const minute = minutes[at]
    if (minute === undefined || minute.startMs < fromMs) continue
    joined = joined === undefined ? minute : mergeCandles(joined, minute)
  }
  return joined
}

/** The candle in progress of each period, updated by every quote. */
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
    /** Aggregates the candles again after past minutes were inserted. The minutes reach back a whole day. */
    rebuild(minutes: readonly Candle[]): void {
      const last = minutes.at(-1)
      if (last === undefined) return
      for (const period of periods) {
        const startMs = candleStart(last.startMs, period)
        const first = minutes.findIndex((minute) => minute.startMs >= startMs)
        for (const candle of aggregateCandles(minutes.slice(first), period)) current.set(period, candle)
      }
    },
  }
}

/** Resolution of a sparkline. */
const sparklinePoints = 48

/**
 * At most 48 closes, spread evenly over the minutes with quotes, including the newest. A market with short sessions
 * still fills its sparkline.
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
