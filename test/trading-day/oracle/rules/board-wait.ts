import { type Account, type OracleState, openOrders } from '#test/trading-day/oracle/oracle-state.ts'

const waitMs = 10_000
const longestInRowMs = 60_000

/**
 * "An account waits while one of its markets is not current and another one started a grace period less than 10,000 ms
 * before the tick time."
 */
export function isWaiting(state: OracleState, account: Account): boolean {
  const markets = marketsOf(state, account)
  if (tickTimeOf(state) - firstStartInSequence(state, markets) >= longestInRowMs) return false
  return markets.some(
    (one) =>
      !state.prices.isCurrent(one) &&
      markets.some((another) => another !== one && hasJustStartedWait(state, another)),
  )
}

/** "Those of its open orders and those that convert their quote currencies." */
function marketsOf({ prices }: OracleState, account: Account): readonly number[] {
  const markets = openOrders(account).flatMap(({ marketId, market }) => [
    marketId,
    prices.convertingMarket(market.quoteCurrency),
  ])
  return [...new Set(markets)].filter((id) => id !== undefined)
}

function hasJustStartedWait({ prices }: OracleState, marketId: number): boolean {
  const startMs = prices.waitStartMs(marketId)
  return startMs !== undefined && prices.tickTimeMs() - startMs < waitMs
}

/**
 * "Go back from the tick time to the newest start of a grace period of its markets, from there to the next older one,
 * and so on, as long as each step is below 10,000 ms."
 */
function firstStartInSequence(state: OracleState, markets: readonly number[]): number {
  let reached = tickTimeOf(state)
  for (;;) {
    const older = markets
      .map((id) => state.prices.waitStartMs(id))
      .filter((start) => start !== undefined)
      .filter((start) => start < reached && reached - start < waitMs)
    if (older.length === 0) return reached
    reached = Math.max(...older)
  }
}

function tickTimeOf({ prices }: OracleState): number {
  return prices.tickTimeMs()
}
