import { minuteMs } from '#core/candle/period.ts'
import type { OpenSpan } from '#core/market/open-spans.ts'
import type { MarketPath } from '#server/feed/sim/market/market-path.ts'

/** What of the move since the last close is not made at the opening but caught up with afterwards. */
export type OpeningGap = { readonly excess: number; readonly fromMs: number; readonly lengthMs: number }

/** Leaves room for what else the first price may do. */
const largestShareOfLimit = 0.6
const catchUpMs = 4 * 3_600_000

/**
 * After a long holiday the price may be further from the last one than a market holds back as a jump. It then opens as
 * near as is allowed and makes up for the rest over some hours, at the latest by the end of the span.
 */
export function openingGapOf(
  path: MarketPath,
  jumpLimitPpm: number,
  span: OpenSpan,
  before: OpenSpan | undefined,
): OpeningGap {
  const largest = (jumpLimitPpm / 1_000_000) * largestShareOfLimit
  const lengthMs = Math.min(catchUpMs, span.toMs - span.fromMs)
  if (before === undefined) return { excess: 0, fromMs: span.fromMs, lengthMs }
  const move = path.startOf(minuteOf(span.fromMs)) - path.startOf(minuteOf(before.toMs))
  const excess = move - Math.max(-largest, Math.min(largest, move))
  return { excess, fromMs: span.fromMs, lengthMs }
}

/** How far the price is kept from where its processes are. */
export function gapLeft({ excess, fromMs, lengthMs }: OpeningGap, timeMs: number): number {
  if (excess === 0) return 0
  const left = 1 - (timeMs - fromMs) / lengthMs
  return left > 0 ? excess * left * left : 0
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs)
}
