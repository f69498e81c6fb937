import type { InviteListAnswer, InviteListInput } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

/** A page of those who came by one's own invite code, newest first. Quiet, as every list. */
export function readInvites(
  call: Call,
  page: InviteListInput['page'],
  signal?: AbortSignal,
): Promise<InviteListAnswer> {
  return call({ path: '/api/user/invite_list', verb: 'GET', input: { page }, quiet: true, signal })
}
