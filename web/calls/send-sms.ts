import type { SendSmsInput } from '#contract/calls/verification.ts'
import type { Call } from '#web/calls/call-request.ts'

/** A code by text message. */
export function sendSms(call: Call, input: SendSmsInput, signal?: AbortSignal): Promise<null> {
  return call({ path: '/api/notify/send_sms', verb: 'POST', changes: true, input, quiet: 'refused', signal })
}
