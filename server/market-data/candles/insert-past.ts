import type { Candle } from '#core/candle/candle.ts'
import { candleStart } from '#core/candle/period.ts'
import type { Price } from '#core/money/amounts.ts'

/** A period whose ticks are missing. Both ends are inclusive. */
export type Gap = { readonly fromMs: number; readonly untilMs: number }

/**
 * Inserts the minutes of a gap into live ones. Both lists are oldest first. A minute with ticks of both is merged in the
 * order of the ticks, whenever the past ones arrive.
 */
export function insertPast(live: readonly Candle[], past: readonly Candle[], gap: Gap): Candle[] {
  const byStart = new Map(live.map((minute) => [minute.startMs, minute]))
  for (const minute of past) {
    const known = byStart.get(minute.startMs)
    byStart.set(minute.startMs, known === undefined ? minute : mergePast(known, minute, gap))
  }
  return [...byStart.values()].sort((left, right) => left.startMs - right.startMs)
}

/** A live minute has ticks before the gap, after it, or both. Only its first and its last minute can have any. */
function mergePast(live: Candle, past: Candle, { fromMs, untilMs }: Gap): Candle {
  const hasEarlier = candleStart(fromMs - 1, '1min') === live.startMs
  const hasLater = candleStart(untilMs + 1, '1min') === live.startMs
  if (!hasEarlier && !hasLater) return live
  return {
    startMs: live.startMs,
    open: hasEarlier ? live.open : past.open,
    high: Math.max(live.high, past.high) as Price,
    low: Math.min(live.low, past.low) as Price,
    close: hasLater ? live.close : past.close,
    volume: live.volume + past.volume,
  }
}
