import type { AbbreviatedKlineAnswer } from '#contract/calls/market.ts'
import type { Call } from '#web/calls/call-request.ts'

/** The small charts of all markets, by market id. Quiet: a row without its chart is still a row. */
export function readSparklines(call: Call, signal?: AbortSignal): Promise<AbbreviatedKlineAnswer> {
  return call({ path: '/v1/api/forex/abbreviated_cache_kline', verb: 'GET', quiet: true, signal })
}
