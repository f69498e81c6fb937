import type { GetBalanceAnswer } from '#contract/calls/get-balance.ts'
import type { Call } from '#web/calls/call-request.ts'

/** What the own account comes to. An initial call, as who is logged in: nobody asked for it, and it leads nowhere. */
export function readFunds(call: Call, signal?: AbortSignal): Promise<GetBalanceAnswer> {
  return call({
    path: '/v1/api/main/wallet/getBalance',
    verb: 'GET',
    initial: true,
    quiet: true,
    signal,
  })
}
