import type { Call } from '#browser/calls/call-request.ts'
import type { IdentityCenterAnswer, RealNameInput } from '#contract/calls/identity.ts'

/** State of the user's identity check. Quiet: it is polled while a review is pending. */
export function readIdentity(call: Call, signal?: AbortSignal): Promise<IdentityCenterAnswer> {
  return call({ path: '/api/user_real/center', verb: 'GET', quiet: true, signal })
}

/** Submits the user's identity for review. Quiet: the form shows refusals and the screen shows success. */
export function submitIdentity(call: Call, identity: RealNameInput): Promise<unknown> {
  return call({ path: '/api/user_real/real_name', verb: 'POST', input: identity, changes: true, quiet: true })
}
