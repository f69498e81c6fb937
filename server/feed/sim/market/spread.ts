import { even } from '#server/feed/sim/chance/hash.ts'
import type { MinutePath } from '#server/feed/sim/market/market-path.ts'

const widest = 4
/** In the minute of a jump and in those after it. */
const afterJump = [2.5, 1.8, 1.4, 1.2] as const

/** How much wider the spread is than in busy hours: when little is traded, and around a jump. */
export function spreadWidth({ usualVariance, minutesSinceJump }: MinutePath): number {
  const quiet = Math.sqrt(Math.sqrt(1 / usualVariance))
  const shaken = afterJump[minutesSinceJump] ?? 1
  return Math.min(widest, Math.max(1, quiet) * shaken)
}

/** Most ticks have the spread of their minute, some a little more or less. At least one step. */
export function spreadSteps(usualSteps: number, key: number): number {
  const chance = even(key)
  const stray = chance < 0.15 ? 0.8 : chance < 0.75 ? 1 : chance < 0.93 ? 1.2 : 1.5
  return Math.max(1, Math.round(usualSteps * stray))
}
