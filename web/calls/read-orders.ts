import type { MyDealAnswer, MyDealInput } from '#contract/calls/trading.ts'
import type { Call } from '#web/calls/call-request.ts'

/** One page of the own orders. Quiet, as every list; initial where nobody asked for it. */
export function readOrders(
  call: Call,
  input: Partial<MyDealInput>,
  { signal, initial = false }: { readonly signal?: AbortSignal; readonly initial?: boolean } = {},
): Promise<MyDealAnswer> {
  return call({ path: '/v1/api/forex/my_deal', verb: 'GET', input, quiet: true, initial, signal })
}
