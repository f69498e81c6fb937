import { addQuote, aggregateCandles, type Candle, mergeCandles, startCandle } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs, type Period, periodMs, periods } from '#core/candle/period.ts'
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
  /** Complete hours by their start. Merging the minutes of all markets at once would take tens of milliseconds. */
  const hours = new Map<number, MergedMinutes>()

  function evictOld(): void {
    const fromMs = oldestCached(minutes.at(-1)) ?? 0
    // Copying the array is expensive, so old minutes stay until there are more than 512 of them.
    const last = minutes[512]
    if (last === undefined || last.startMs >= fromMs) return
    minutes = minutes.filter((minute) => minute.startMs >= fromMs)
    for (const hourMs of hours.keys()) if (hourMs < fromMs) hours.delete(hourMs)
  }
  function merge24h(last: Candle): Candle | undefined {
    const fromMs = last.startMs - dayMs + minuteMs
    let merged: Candle | undefined
    let at = firstSince(minutes, fromMs)
    for (let minute = minutes[at]; minute !== undefined && minute !== last; minute = minutes[at]) {
      const hourMs = candleStart(minute.startMs, '60min')
      const isWhole = hourMs >= fromMs && hourMs + hourLengthMs <= last.startMs
      const { candle, count } = isWhole ? mergedHour(hourMs, at) : mergeHour(minutes, at)
      merged = merged === undefined ? candle : mergeCandles(merged, candle)
      at += count
    }
    return merged
  }
  function mergedHour(hourMs: number, at: number): MergedMinutes {
    const known = hours.get(hourMs) ?? mergeHour(minutes, at)
    hours.set(hourMs, known)
    return known
  }
  function update24h(last: Candle): Candle | undefined {
    if (previous24h?.ofMinute !== last.startMs)
      previous24h = { ofMinute: last.startMs, candle: merge24h(last) }
    return previous24h.candle
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
      // The merged candles may lack the minutes just added.
      previous24h = undefined
      hours.clear()
      evictOld()
      // Merged now, one market at a time, because a list of all markets needs the candles of all.
      const last = minutes.at(-1)
      if (last !== undefined) update24h(last)
    },
    completeFromMs: () => oldestCached(minutes.at(-1)),
    previous24h() {
      const last = minutes.at(-1)
      return last && update24h(last)
    },
  }
}

function oldestCached(last: Candle | undefined): number | undefined {
  return last && candleStart(last.startMs, '1day') - dayMs
}

type MergedMinutes = { readonly candle: Candle; readonly count: number }

const hourLengthMs = periodMs('60min')

/** Merges the minutes from index `from` to the end of their hour, without the last one of all. */
function mergeHour(minutes: readonly Candle[], from: number): MergedMinutes {
  const first = minutes[from]
  if (first === undefined) throw new Error('an hour without minutes was merged')
  const endMs = candleStart(first.startMs, '60min') + hourLengthMs
  let { high, low, close, volume } = first
  let at = from + 1
  for (; at < minutes.length - 1; at++) {
    const minute = minutes[at]
    if (minute === undefined || minute.startMs >= endMs) break
    if (minute.high > high) high = minute.high
    if (minute.low < low) low = minute.low
    close = minute.close
    volume += minute.volume
  }
  return { candle: { startMs: first.startMs, open: first.open, high, low, close, volume }, count: at - from }
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
