import type { SignOutOthersAnswer } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

/** Ends every session of this account but the one that asks. */
export function signOutOthers(call: Call): Promise<SignOutOthersAnswer> {
  return call({ path: '/api/user/sign_out_others', verb: 'POST', changes: true })
}
