import type { SessionAnswer } from '#contract/calls/session.ts'
import { answered, type Outcome } from '#contract/outcome.ts'
import { userToWire } from '#contract/user-wire.ts'
import type { ServerKey } from '#i18n/server/en.ts'
import type { Accounts, Denied, LoggedIn } from '#server/accounts/accounts.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Log } from '#server/platform/log.ts'

/** What every way in is made with. */
export type EntryRouteParts = {
  readonly accounts: Accounts
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly engine: Pick<Engine, 'openAccount'>
  readonly log: Pick<Log, 'error'>
}

/** What every way in answers: the session and its user, or why not. */
export async function sessionAnswer(
  entered: LoggedIn | Denied,
  { kyc, engine, log }: Omit<EntryRouteParts, 'accounts'>,
  message: ServerKey,
): Promise<Outcome<SessionAnswer>> {
  if (entered.kind !== 'entered') return entered
  const { token, user } = entered
  await engine
    .openAccount({ userId: user.id, isDemo: user.isDemo })
    // Whoever is let in can look at everything; the account is opened when the engine can.
    .catch((fault: unknown) => log.error({ fault }, 'an account could not be opened at a login'))
  return answered({ token, user: userToWire(user, await kyc.statusOf(user.id)) }, message)
}
