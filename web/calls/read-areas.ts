import type { AreaListAnswer } from '#contract/calls/settings.ts'
import type { Call } from '#web/calls/call-request.ts'

/** The countries and their dialling codes. Quiet: the list itself says that it is missing, and offers to try again. */
export function readAreas(call: Call, signal?: AbortSignal): Promise<AreaListAnswer> {
  return call({ path: '/api/default/area_list', verb: 'GET', quiet: true, signal })
}
