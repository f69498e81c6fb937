import type { KlineAnswer } from '#contract/calls/market.ts'
import type { Period } from '#core/candle/period.ts'
import type { Call } from '#web/calls/call-request.ts'

export type CandleQuestion = {
  readonly marketId: number
  readonly period: Period
  /** Only candles that began before this, epoch ms. */
  readonly beforeMs?: number | undefined
  readonly limit: number
}

/** As many as the server gives at once. */
export const largestPage = 500

/** Quiet: the chart itself says when it could not be filled. */
export function readCandles(
  call: Call,
  { marketId, period, beforeMs, limit }: CandleQuestion,
  signal?: AbortSignal,
): Promise<KlineAnswer> {
  const input = { forex_id: marketId, period, before: beforeMs, limit }
  return call({ path: '/v1/api/forex/kline', verb: 'GET', input, quiet: true, signal })
}
