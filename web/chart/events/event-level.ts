import type { Period } from '#core/candle/period.ts'

/** Which economic events the chart marks. */
export const eventLevels = ['off', 'high', 'all'] as const

export type EventLevel = (typeof eventLevels)[number]

export function isEventLevel(text: string): text is EventLevel {
  return (eventLevels as readonly string[]).includes(text)
}

/**
 * The lowest importance that is marked; undefined if none is. Nearly every day has an event of some importance, so
 * daily candles mark only the high ones.
 */
export function leastImportance(level: EventLevel, period: Period): 1 | 3 | undefined {
  if (level === 'off') return undefined
  return level === 'all' && period !== '1day' ? 1 : 3
}
