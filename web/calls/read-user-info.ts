import type { UserFields } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

/** Who is logged in. An initial call: a session that has ended meanwhile is found out, and leads nowhere. */
export function readUserInfo(call: Call): Promise<UserFields> {
  return call({ path: '/api/user/info', verb: 'GET', initial: true, quiet: true })
}
