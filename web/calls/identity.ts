import type { IdentityCenterAnswer, RealNameInput } from '#contract/calls/identity.ts'
import type { Call } from '#web/calls/call-request.ts'

/** Where the own identity check stands. Quiet: it is asked again and again while one waits. */
export function readIdentity(call: Call, signal?: AbortSignal): Promise<IdentityCenterAnswer> {
  return call({ path: '/api/user_real/center', verb: 'GET', quiet: true, signal })
}

/** Hands the own identity in for review. Quiet: the form says beside which field it failed, and the screen that it did not. */
export function submitIdentity(call: Call, identity: RealNameInput): Promise<unknown> {
  return call({ path: '/api/user_real/real_name', verb: 'POST', input: identity, changes: true, quiet: true })
}
