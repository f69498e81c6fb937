import type { Rate } from '#core/money/rate.ts'
import { rateNow } from '#web/markets/known-rate.ts'
import type { Markets } from '#web/markets/markets-types.ts'

/** A ten thousandth: a cent of a hundred dollars. */
const leastPart = 10_000

/** The rate for what is shown of many orders at once: another one only when that can be seen, not with every price. */
export function createSettledRate(markets: Markets, currency: string): () => Rate | undefined {
  let settled: Rate | undefined
  return () => {
    const rate = rateNow(markets, currency)
    if (hasMoved(settled, rate)) settled = rate
    return settled
  }
}

export function hasMoved(from: Rate | undefined, to: Rate | undefined): boolean {
  if (from === undefined || to === undefined) return from !== to
  return Math.abs(to - from) * leastPart > from
}
