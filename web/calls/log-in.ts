import type { LoginInput, SessionAnswer } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

/** It carries a password, so no key goes with it: what it did is never remembered. The form says a refusal itself. */
export function logIn(call: Call, input: LoginInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({
    path: '/api/user/loginForU',
    verb: 'POST',
    encoding: 'form',
    input,
    quiet: 'refused',
    signal,
  })
}
