import { type Account, openOrders } from '#test/trading-day/oracle/account.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

const waitMs = 10_000

/**
 * "An account waits when one of its markets is not current and another one started a wait less than 10,000 ms before
 * the tick time."
 */
export function isWaiting(world: World, account: Account): boolean {
  const markets = marketsOf(world, account)
  return markets.some(
    (one) =>
      !world.prices.isCurrent(one) &&
      markets.some((another) => another !== one && hasJustStartedWait(world, another)),
  )
}

/** "Those of its open orders and those that convert their quote currencies." */
function marketsOf({ prices }: World, account: Account): readonly number[] {
  const markets = openOrders(account).flatMap(({ marketId, market }) => [
    marketId,
    prices.convertingMarket(market.quoteCurrency),
  ])
  return [...new Set(markets)].filter((id) => id !== undefined)
}

function hasJustStartedWait({ prices }: World, marketId: number): boolean {
  const startMs = prices.waitStartMs(marketId)
  return startMs !== undefined && prices.tickTimeMs() - startMs < waitMs
}
