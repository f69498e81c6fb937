import type { ForgetPasswordInput } from '#contract/calls/verification.ts'
import type { Call } from '#web/calls/call-request.ts'

export function resetPassword(call: Call, input: ForgetPasswordInput): Promise<null> {
  // A reset ends every session of its account, and that may be heard before its answer.
  return call({
    path: '/api/user/forget_password',
    verb: 'POST',
    input,
    quiet: 'refused',
    ofNoSession: true,
  })
}
