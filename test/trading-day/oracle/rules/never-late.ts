import type { OracleTapped } from '#test/trading-day/oracle/oracle-types.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

const longestMs = 10_000

/**
 * "Decided more than 10,000 ms after `seen_at`, or when `seen_seq` is below the sequence of the last change of state of
 * the order's market." "What is not sent is not checked; a value ahead of the engine counts as now."
 */
export function isTooLate(
  { prices, nowMs }: World,
  marketId: number,
  tapped: OracleTapped | undefined,
): boolean {
  const { seq = null, atMs = null } = tapped ?? {}
  if (atMs !== null && nowMs - atMs > longestMs) return true
  return seq !== null && seq < prices.lastChangeSeq(marketId)
}
