import type { DemoLoginInput, SessionAnswer } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

/** By POST: the id is the only key to the account, and an address is written down in many places. */
export function logInDemo(call: Call, input: DemoLoginInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({ path: '/api/user/createAccountDemoForU', verb: 'POST', input, signal })
}
