import type { OracleReason, OracleTapped } from '#test/trading-day/oracle/oracle-types.ts'
import { isTooLate } from '#test/trading-day/oracle/rules/never-late.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

/** "`too_late`: see Never late. Then `market_closed`, `stale_price`: by the state of the market." */
export function stateRefusal(
  world: World,
  marketId: number,
  tapped: OracleTapped | undefined,
): OracleReason | undefined {
  if (isTooLate(world, marketId, tapped)) return 'too_late'
  const state = world.prices.state(marketId)
  if (state === 'closed') return 'market_closed'
  return state === 'stale' ? 'stale_price' : undefined
}
