import type { LoginHistoryAnswer, LoginHistoryInput } from '#contract/calls/session.ts'
import type { Call } from '#web/calls/call-request.ts'

/** A page of the logins to this account, failed ones too, newest first. Quiet, as every list. */
export function readLogins(
  call: Call,
  page: LoginHistoryInput['page'],
  signal?: AbortSignal,
): Promise<LoginHistoryAnswer> {
  return call({ path: '/api/user/logins', verb: 'GET', input: { page }, quiet: true, signal })
}
