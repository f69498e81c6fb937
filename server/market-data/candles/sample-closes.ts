import type { Candle } from '#core/candle/candle.ts'
import type { Price } from '#core/money/price.ts'

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
