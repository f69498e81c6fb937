import type { SessionAnswer } from '#contract/calls/login.ts'
import { answered, type Outcome } from '#contract/outcome.ts'
import { userToWire } from '#contract/user-wire.ts'
import type { ServerKey } from '#i18n/server/en.ts'
import type { Denied, Entered } from '#server/accounts/accounts.ts'
import type { Kyc } from '#server/kyc/kyc.ts'

/** What every way in answers: the session and its user, or why not. */
export async function sessionAnswer(
  entered: Entered | Denied,
  kyc: Pick<Kyc, 'statusOf'>,
  message: ServerKey,
): Promise<Outcome<SessionAnswer>> {
  if (entered.kind !== 'entered') return entered
  const { token, user } = entered
  return answered({ token, user: userToWire(user, await kyc.statusOf(user.id)) }, message)
}
