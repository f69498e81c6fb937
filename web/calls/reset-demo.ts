import type { Call } from '#web/calls/call-request.ts'

/** Sets the demo account back. `key` is that of an earlier try of which nobody could say how it went. */
export function resetDemo(call: Call, key?: string): Promise<unknown> {
  return call({ path: '/v1/api/main/user/resetForexDemoAccount', verb: 'POST', changes: true, key })
}
