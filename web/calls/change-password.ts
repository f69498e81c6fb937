import type { AmendPasswordInput } from '#contract/calls/verification.ts'
import type { Call } from '#web/calls/call-request.ts'

export function changePassword(call: Call, input: AmendPasswordInput, signal?: AbortSignal): Promise<null> {
  return call({ path: '/api/user/amend_password', verb: 'POST', input, quiet: 'refused', signal })
}
