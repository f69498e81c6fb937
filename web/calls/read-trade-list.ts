import type { TradeListAnswer } from '#contract/calls/market.ts'
import type { Call } from '#web/calls/call-request.ts'

/** As many characters as the server takes; a longer search would be refused. */
export const longestSearch = 64

/**
 * Every market, or those whose code or name holds the search. Quiet: the list itself says when it could not be fetched,
 * and a lost connection shows as stale prices.
 */
export function readTradeList(
  call: Call,
  { search, signal }: { readonly search?: string; readonly signal?: AbortSignal } = {},
): Promise<TradeListAnswer> {
  const input = { searchCurrency: search?.slice(0, longestSearch) }
  return call({ path: '/v1/api/forex/trade_list', verb: 'GET', input, quiet: true, signal })
}
