import type { ForexChangeAnswer, ForexChangeInput } from '#contract/calls/account.ts'
import type {
  InviteListAnswer,
  InviteListInput,
  LoginHistoryAnswer,
  LoginHistoryInput,
  UserFields,
} from '#contract/calls/session.ts'
import type { AmendPasswordInput } from '#contract/calls/verification.ts'
import type { Call } from '#web/calls/call-request.ts'

/** Who is logged in. An initial call: a session that has ended meanwhile is found out, and leads nowhere. */
export function readUserInfo(call: Call): Promise<UserFields> {
  return call({ path: '/api/user/info', verb: 'GET', background: true, quiet: true })
}

/** One page of the changes of the own balance. Quiet, as every list. */
export function readAccountLog(
  call: Call,
  input: Partial<ForexChangeInput>,
  signal?: AbortSignal,
): Promise<ForexChangeAnswer> {
  return call({ path: '/v1/api/main/accountLog/forexChange', verb: 'GET', input, quiet: true, signal })
}

/** A page of the logins to this account, failed ones too, newest first. Quiet, as every list. */
export function readLoginHistory(
  call: Call,
  page: LoginHistoryInput['page'],
  signal?: AbortSignal,
): Promise<LoginHistoryAnswer> {
  return call({ path: '/api/user/logins', verb: 'GET', input: { page }, quiet: true, signal })
}

/** A page of those who came by one's own invite code, newest first. Quiet, as every list. */
export function readInvitedUsers(
  call: Call,
  page: InviteListInput['page'],
  signal?: AbortSignal,
): Promise<InviteListAnswer> {
  return call({ path: '/api/user/invite_list', verb: 'GET', input: { page }, quiet: true, signal })
}

export function changePassword(call: Call, input: AmendPasswordInput, signal?: AbortSignal): Promise<null> {
  return call({ path: '/api/user/amend_password', verb: 'POST', input, quiet: 'refused', signal })
}
