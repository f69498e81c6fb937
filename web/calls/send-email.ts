import type { SendEmailInput } from '#contract/calls/verification.ts'
import type { Call } from '#web/calls/call-request.ts'

/** A code by email. */
export function sendEmail(call: Call, input: SendEmailInput, signal?: AbortSignal): Promise<null> {
  return call({
    path: '/api/notify/send_email',
    verb: 'POST',
    changes: true,
    input,
    quiet: 'refused',
    signal,
  })
}
