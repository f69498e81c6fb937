import type { CaptchaAnswer } from '#contract/calls/verification.ts'
import type { Call } from '#web/calls/call-request.ts'

/** A picture to be read by a person, good for one answer. Quiet: where it should stand it says that it is missing. */
export function readCaptcha(call: Call, signal?: AbortSignal): Promise<CaptchaAnswer> {
  return call({ path: '/api/common/captcha', verb: 'GET', quiet: true, signal })
}
