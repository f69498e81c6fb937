import type { OracleReason } from '#test/trading-day/oracle/oracle-types.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

/** "`market_closed`, `stale_price`: by the state of the market." */
export function stateRefusal({ prices }: World, marketId: number): OracleReason | undefined {
  const state = prices.state(marketId)
  if (state === 'closed') return 'market_closed'
  return state === 'stale' ? 'stale_price' : undefined
}
