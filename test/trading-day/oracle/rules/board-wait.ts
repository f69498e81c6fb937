import { type Account, openOrders, type World } from '#test/trading-day/oracle/world.ts'

const waitMs = 10_000
const longestInRowMs = 60_000

/**
 * "An account waits while one of its markets is not current and another one started a wait less than 10,000 ms before
 * the tick time."
 */
export function isWaiting(world: World, account: Account): boolean {
  const markets = marketsOf(world, account)
  if (tickTimeOf(world) - firstStartInSequence(world, markets) >= longestInRowMs) return false
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

/**
 * "Go back from the tick time to the newest wait start of its markets, from there to the next older one, and so on, as
 * long as each step is below 10,000 ms."
 */
function firstStartInSequence(world: World, markets: readonly number[]): number {
  let reached = tickTimeOf(world)
  for (;;) {
    const older = markets
      .map((id) => world.prices.waitStartMs(id))
      .filter((start) => start !== undefined)
      .filter((start) => start < reached && reached - start < waitMs)
    if (older.length === 0) return reached
    reached = Math.max(...older)
  }
}

function tickTimeOf({ prices }: World): number {
  return prices.tickTimeMs()
}
