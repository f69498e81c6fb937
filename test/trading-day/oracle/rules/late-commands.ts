import type { OracleState } from '#test/trading-day/oracle/oracle-state.ts'
import type { OracleReason, OracleTapped } from '#test/trading-day/oracle/oracle-types.ts'

/** "`too_late`: see Late commands. Then `market_closed` or `stale_price` by the state of the market." */
export function marketStateRefusal(
  state: OracleState,
  marketId: number,
  tapped: OracleTapped | undefined,
): OracleReason | undefined {
  if (isTooLate(state, marketId, tapped)) return 'too_late'
  const marketState = state.prices.state(marketId)
  if (marketState === 'closed') return 'market_closed'
  return marketState === 'stale' ? 'stale_price' : undefined
}

const longestMs = 10_000

/**
 * "It is decided more than 10,000 ms after `seen_at`", or "`seen_seq` is below the sequence of the last state change of
 * the order's market". "A missing value is not checked. A value ahead of the engine counts as now."
 */
function isTooLate(
  { prices, nowMs }: OracleState,
  marketId: number,
  tapped: OracleTapped | undefined,
): boolean {
  const { seq = null, atMs = null } = tapped ?? {}
  if (atMs !== null && nowMs - atMs > longestMs) return true
  return seq !== null && seq < prices.lastChangeSeq(marketId)
}
