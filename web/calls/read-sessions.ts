import type { SessionsAnswer } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

/** Where one is logged in, the latest use first. Quiet: the list itself says when it could not be fetched. */
export function readSessions(call: Call, signal?: AbortSignal): Promise<SessionsAnswer> {
  return call({ path: '/api/user/sessions', verb: 'GET', quiet: true, signal })
}
