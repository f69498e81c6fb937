import { accountRisk } from '#core/margin/account-figures.ts'
import type { SafeRange } from '#core/margin/safe-region.ts'
import { type BoundedAccount, moveTo, relevantMarkets, sumNow } from '#test/margin/bounded-account.ts'

/**
 * The region that must not be drawn: each market gets an equal part of what the account can lose, by what one step of it costs
 * while the others stay. Profit is price × rate, and at once they cost more.
 */
export function naiveRegion(account: BoundedAccount): readonly SafeRange[] {
  const { thresholds: walls, cash, open, board } = account
  const net = accountRisk(cash, open, board).netValue
  const concerned = relevantMarkets(account)
  // A hundredth is left for roundings: what breaks is not broken by those.
  const part = (0.99 * Math.min(net - walls.floor, walls.ceiling - net)) / concerned.length
  return concerned.map((marketId) => {
    const sum = sumNow(account, marketId)
    if (sum === undefined) return { marketId, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }
    const width = Math.floor(Math.min(part / costOfStep(account, net, marketId, sum), 0.9 * sum))
    return { marketId, low: sum - width, high: sum + width }
  })
}

/** Of a move to the worse side that is small but tells. */
function costOfStep(account: BoundedAccount, net: number, marketId: number, sum: number): number {
  const { cash, open, board } = account
  const steps = Math.max(1, Math.floor(sum / 10_000))
  const costs = [sum - steps, sum + steps].map((moved) => {
    moveTo(account, marketId, moved)
    return Math.abs(accountRisk(cash, open, board).netValue - net) / steps
  })
  moveTo(account, marketId, sum)
  return Math.max(...costs)
}
