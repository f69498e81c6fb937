import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import type { Call } from '#web/calls/call-request.ts'

/** Where the own identity check stands. Quiet: it is asked again and again while one waits. */
export function readIdentity(call: Call, signal?: AbortSignal): Promise<IdentityCenterAnswer> {
  return call({ path: '/api/user_real/center', verb: 'GET', quiet: true, signal })
}
