import type {
  AbbreviatedKlineAnswer,
  CategoriesAnswer,
  KlineAnswer,
  TradeListAnswer,
} from '#contract/calls/market.ts'
import type { Period } from '#core/candle/period.ts'
import type { Call } from '#web/calls/call-request.ts'

/** As many characters as the server takes; a longer search would be refused. */
export const maxSearchLength = 64

/**
 * Every market, or those whose code or name holds the search. Quiet: the list itself says when it could not be fetched,
 * and a lost connection shows as stale prices.
 */
export function readMarkets(
  call: Call,
  { search, signal }: { readonly search?: string; readonly signal?: AbortSignal } = {},
): Promise<TradeListAnswer> {
  const input = { searchCurrency: search?.slice(0, maxSearchLength) }
  return call({ path: '/v1/api/forex/trade_list', verb: 'GET', input, quiet: true, signal })
}

/** The kinds of markets, in the order in which they are shown. Quiet, as the list they belong to. */
export function readCategories(call: Call, signal?: AbortSignal): Promise<CategoriesAnswer> {
  return call({ path: '/v1/api/forex/getCategories', verb: 'GET', quiet: true, signal })
}

/** The small charts of all markets, by market id. Quiet: a row without its chart is still a row. */
export function readSparklines(call: Call, signal?: AbortSignal): Promise<AbbreviatedKlineAnswer> {
  return call({ path: '/v1/api/forex/abbreviated_cache_kline', verb: 'GET', quiet: true, signal })
}

type CandleQuery = {
  readonly marketId: number
  readonly period: Period
  /** Only candles that began before this, epoch ms. */
  readonly beforeMs?: number | undefined
  readonly limit: number
}

/** As many as the server gives at once. */
export const maxCandlesPerPage = 500

/** Quiet: the chart itself says when it could not be filled. */
export function readCandles(
  call: Call,
  { marketId, period, beforeMs, limit }: CandleQuery,
  signal?: AbortSignal,
): Promise<KlineAnswer> {
  const input = { forex_id: marketId, period, before: beforeMs, limit }
  return call({ path: '/v1/api/forex/kline', verb: 'GET', input, quiet: true, signal })
}
