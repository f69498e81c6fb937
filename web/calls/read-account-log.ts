import type { ForexChangeAnswer, ForexChangeInput } from '#contract/calls/account.ts'
import type { Call } from '#web/calls/call-request.ts'

/** One page of the changes of the own balance. Quiet, as every list. */
export function readAccountLog(
  call: Call,
  input: Partial<ForexChangeInput>,
  signal?: AbortSignal,
): Promise<ForexChangeAnswer> {
  return call({ path: '/v1/api/main/accountLog/forexChange', verb: 'GET', input, quiet: true, signal })
}
