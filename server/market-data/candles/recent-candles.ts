import { addQuote, aggregateCandles, type Candle, startCandle } from '#core/candle/candle.ts'
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

/** Merges the minutes from `fromMs` on, without the last. Makes one object, not one per minute. */
function mergeRange(minutes: readonly Candle[], fromMs: number): Candle | undefined {
  const from = firstSince(minutes, fromMs)
  const first = minutes[from]
  const last = minutes.at(-2)
  if (first === undefined || last === undefined || from > minutes.length - 2) return undefined
  let { high, low } = first
  let volume = 0
  for (let at = from; at < minutes.length - 1; at++) {
    const minute = minutes[at] ?? first
    if (minute.high > high) high = minute.high
    if (minute.low < low) low = minute.low
    volume += minute.volume
  }
  return { startMs: first.startMs, open: first.open, high, low, close: last.close, volume }
}

/** Index of the first minute that starts at `fromMs` or later. */
function firstSince(minutes: readonly Candle[], fromMs: number): number {
  let [low, high] = [0, minutes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((minutes[middle]?.startMs ?? 0) < fromMs) low = middle + 1
    else high = middle
  }
  return low
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
 * At most 48 closes of the minutes that start after `afterMs`, spread evenly over those with quotes, including the
 * newest. A market with short sessions still fills its sparkline.
 */
export function sampleCloses(minutes: readonly Candle[], afterMs: number): readonly Price[] {
  const from = firstSince(minutes, afterMs + 1)
  const count = minutes.length - from
  const points = Math.min(count, sparklinePoints)
  return Array.from({ length: points }, (_, point) => {
    const minute = minutes[from + Math.ceil(((point + 1) * count) / points) - 1]
    if (minute === undefined) throw new Error('a point of the sparkline is outside the minutes')
    return minute.close
  })
}
