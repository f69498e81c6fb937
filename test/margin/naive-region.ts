import { equityAndMargin } from '#core/margin/account-figures.ts'
import type { SafeRange } from '#core/margin/safe-region.ts'
import { type BoundedAccount, moveTo, relevantMarkets, sumNow } from '#test/margin/bounded-account.ts'

/**
 * An unsafe region for comparison. Each market may use up an equal part of the distance to the nearest threshold. The
 * cost of a step is measured while all other markets stand still. Profit is price × rate, so joint moves cost more.
 */
export function naiveRegion(account: BoundedAccount): readonly SafeRange[] {
  const { thresholds, cash, open, board } = account
  const net = equityAndMargin(cash, open, board).equity
  const relevant = relevantMarkets(account)
  // 1 % is reserved for rounding, so that rounding alone causes no escape.
  const part = (0.99 * Math.min(net - thresholds.floor, thresholds.ceiling - net)) / relevant.length
  return relevant.map((marketId) => {
    const sum = sumNow(account, marketId)
    if (sum === undefined) return { marketId, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }
    const width = Math.floor(Math.min(part / costOfStep(account, net, marketId, sum), 0.9 * sum))
    return { marketId, low: sum - width, high: sum + width }
  })
}

/** Change of the equity per step, for a small move to the side that changes it more. */
function costOfStep(account: BoundedAccount, net: number, marketId: number, sum: number): number {
  const { cash, open, board } = account
  const steps = Math.max(1, Math.floor(sum / 10_000))
  const costs = [sum - steps, sum + steps].map((moved) => {
    moveTo(account, marketId, moved)
    return Math.abs(equityAndMargin(cash, open, board).equity - net) / steps
  })
  moveTo(account, marketId, sum)
  return Math.max(...costs)
}
