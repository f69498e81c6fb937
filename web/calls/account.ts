import type { Call } from '#browser/calls/call-request.ts'
import type { ForexChangeAnswer, ForexChangeInput } from '#contract/calls/account.ts'
import type { AmendPasswordInput } from '#contract/calls/credentials.ts'
import type {
  InviteListAnswer,
  InviteListInput,
  LoginHistoryAnswer,
  LoginHistoryInput,
  UserFields,
} from '#contract/calls/session.ts'

/** The user of the session. A background call, so an expired session does not redirect to the login. */
export function readUserInfo(call: Call): Promise<UserFields> {
  return call({ path: '/api/user/info', verb: 'GET', background: true, quiet: true })
}

/** One page of the user's balance changes. Quiet, like every list. */
export function readAccountLog(
  call: Call,
  input: Partial<ForexChangeInput>,
  signal?: AbortSignal,
): Promise<ForexChangeAnswer> {
  return call({ path: '/v1/api/main/accountLog/forexChange', verb: 'GET', input, quiet: true, signal })
}

/** One page of logins to this account, failed ones included, newest first. Quiet, like every list. */
export function readLoginHistory(
  call: Call,
  page: LoginHistoryInput['page'],
  signal?: AbortSignal,
): Promise<LoginHistoryAnswer> {
  return call({ path: '/api/user/logins', verb: 'GET', input: { page }, quiet: true, signal })
}

/** One page of users who registered with the user's invite code, newest first. Quiet, like every list. */
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
