import type { Call } from '#browser/calls/call-request.ts'
import type {
  AbbreviatedKlineAnswer,
  CategoriesAnswer,
  KlineAnswer,
  TradeListAnswer,
} from '#contract/calls/market.ts'
import type { Period } from '#core/candle/period.ts'

/** The server refuses a longer search. */
export const maxSearchLength = 64

/**
 * All markets, or those whose code or name contains the search. Quiet: the list shows its own error, and a lost
 * connection shows as stale prices.
 */
export function readMarkets(
  call: Call,
  { search, signal }: { readonly search?: string; readonly signal?: AbortSignal } = {},
): Promise<TradeListAnswer> {
  const input = { searchCurrency: search?.slice(0, maxSearchLength) }
  return call({ path: '/v1/api/forex/trade_list', verb: 'GET', input, quiet: true, signal })
}

/** Market categories in display order. Quiet, like the market list. */
export function readCategories(call: Call, signal?: AbortSignal): Promise<CategoriesAnswer> {
  return call({ path: '/v1/api/forex/getCategories', verb: 'GET', quiet: true, signal })
}

/** Sparklines of all markets by market id. Quiet: a row without a sparkline is still useful. */
export function readSparklines(call: Call, signal?: AbortSignal): Promise<AbbreviatedKlineAnswer> {
  return call({ path: '/v1/api/forex/abbreviated_cache_kline', verb: 'GET', quiet: true, signal })
}

type CandleQuery = {
  readonly marketId: number
  readonly period: Period
  /** Only candles that start before this, epoch ms. */
  readonly beforeMs?: number | undefined
  readonly limit: number
}

/** The server's page limit. */
export const maxCandlesPerPage = 500

/** Quiet: the chart shows its own error. */
export function readCandles(
  call: Call,
  { marketId, period, beforeMs, limit }: CandleQuery,
  signal?: AbortSignal,
): Promise<KlineAnswer> {
  const input = { forex_id: marketId, period, before: beforeMs, limit }
  return call({ path: '/v1/api/forex/kline', verb: 'GET', input, quiet: true, signal })
}
