import { dayMs, type Period } from '#core/candle/period.ts'

/** A time range to read events for. Begins and ends with a day in UTC. */
export type EventChunk = { readonly fromMs: number; readonly toMs: number }

/** Bounds the requests for one view. At most three chunks are visible unless candles are missing for weeks. */
const maxChunks = 4

/**
 * Days in a chunk. Scrolling within one causes no request. The call allows 400 days and 2,000 times, which is enough for
 * events of high importance in 400 days and for all of them in 30.
 */
const daysOf = (period: Period) => (period === '1day' ? 400 : 30)

/** The chunks that cover a time range, earliest first. Of too long a range, the newest. */
export function chunksOf(fromMs: number, toMs: number, period: Period): readonly EventChunk[] {
  if (toMs <= fromMs) return []
  const lengthMs = daysOf(period) * dayMs
  const last = Math.floor((toMs - 1) / lengthMs)
  const first = Math.max(Math.floor(fromMs / lengthMs), last - maxChunks + 1)
  return Array.from({ length: last - first + 1 }, (_, place) => ({
    fromMs: (first + place) * lengthMs,
    toMs: (first + place + 1) * lengthMs,
  }))
}
