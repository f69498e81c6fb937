import type { CategoriesAnswer } from '#contract/calls/market.ts'
import type { Call } from '#web/calls/call-request.ts'

/** The kinds of markets, in the order in which they are shown. Quiet, as the list they belong to. */
export function readCategories(call: Call, signal?: AbortSignal): Promise<CategoriesAnswer> {
  return call({ path: '/v1/api/forex/getCategories', verb: 'GET', quiet: true, signal })
}
