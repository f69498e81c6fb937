import type { Call } from '#web/calls/call-request.ts'

/** Ends this session on the server. Quiet: it ends here whatever the server says, and the app has its own words. */
export function logOut(call: Call): Promise<null> {
  return call({ path: '/api/user/logout', verb: 'POST', changes: true, initial: true, quiet: true })
}
