import type { BasicInfoAnswer } from '#contract/calls/settings.ts'
import type { Call } from '#web/calls/call-request.ts'

/** The base settings, asked for when the app starts. Quiet, because the user asked for nothing. */
export function readBasicInfo(call: Call, signal?: AbortSignal): Promise<BasicInfoAnswer> {
  return call({ path: '/api/basicSet/getBasicInfo', verb: 'GET', initial: true, quiet: true, signal })
}
