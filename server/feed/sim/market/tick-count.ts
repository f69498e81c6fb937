import { even } from '#server/feed/sim/chance/hash.ts'
import type { MinutePath } from '#server/feed/sim/market/market-path.ts'
import { dayMinutes, marksInMinute } from '#server/feed/sim/process/day-path.ts'

const perDeviation = Math.sqrt(dayMinutes)

/**
 * How many ticks a minute has: from half to twice the usual, more when it moves more. Never fewer than its marks, so
 * that its highest and its lowest are always among them.
 */
export function tickCount(
  path: MinutePath,
  dayDeviation: number,
  ticksPerSecond: number,
  key: number,
): number {
  const liveliness = 0.4 + (0.5 * perDeviation * path.deviation) / dayDeviation
  const rate = Math.max(0.5, Math.min(2, liveliness * (0.85 + 0.3 * even(key))))
  return Math.max(marksInMinute, Math.round(60 * ticksPerSecond * rate))
}
