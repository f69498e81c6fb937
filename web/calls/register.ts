import type { RegisterInput, SessionAnswer } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

export function register(call: Call, input: RegisterInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({ path: '/api/user/register', verb: 'POST', encoding: 'form', input, quiet: 'refused', signal })
}
