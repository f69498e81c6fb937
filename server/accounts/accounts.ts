// The door of the accounts room: who people are, how they get in, and where they are logged in.
import { type Area, maskedContact } from '#core/account/contact.ts'
import type { User } from '#core/account/user.ts'
import { areaSeed } from '#db/seed/areas.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { addMissingAreas, readAreas } from '#server/accounts/areas-store.ts'
import {
  type ClientInfo,
  type Denied,
  type EntryParts,
  type LoggedIn,
  tooMany,
} from '#server/accounts/authentication/authentication-parts.ts'
import {
  type ChangeInput,
  changePassword,
  type PasswordSet,
  type ResetInput,
  resetPassword,
} from '#server/accounts/authentication/change-password.ts'
import { createFailures } from '#server/accounts/authentication/lockout.ts'
import { type LogInInput, logIn, logInDemo } from '#server/accounts/authentication/log-in.ts'
import { deleteLogins, type Login, readLogins } from '#server/accounts/authentication/logins-store.ts'
import { type RegisterInput, register } from '#server/accounts/authentication/register.ts'
import { type SendCodeInput, sendCode } from '#server/accounts/authentication/send-code.ts'
import { createSessions, type SessionUser } from '#server/accounts/sessions/sessions.ts'
import type { ListedSession } from '#server/accounts/sessions/sessions-store.ts'
import { sweepAll } from '#server/accounts/sweep-in-batches.ts'
import { readInvited, readUser } from '#server/accounts/users-store.ts'
import type { Messages } from '#server/messages/messages.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Listen } from '#server/storage/storage.ts'

export type { ClientInfo, Denied, LoggedIn } from '#server/accounts/authentication/authentication-parts.ts'
export type { SessionUser } from '#server/accounts/sessions/sessions.ts'

export type AccountsParts = Omit<EntryParts, 'areas' | 'sessions' | 'failures'> & {
  readonly listen: Listen
  readonly messages: Messages
}

export type Accounts = {
  /** Where people can say they are from, in the order shown; those we do not serve are not in it. */
  readonly areas: readonly Area[]
  readonly identify: (token: string) => Promise<SessionUser | undefined>
  readonly user: (id: number) => Promise<User | undefined>
  readonly logIn: (input: LogInInput, visit: ClientInfo) => Promise<LoggedIn | Denied>
  readonly logInDemo: (demoId: string, visit: ClientInfo) => Promise<LoggedIn | Denied>
  readonly register: (input: RegisterInput, visit: ClientInfo) => Promise<LoggedIn | Denied>
  readonly sendCode: (input: SendCodeInput, visit: ClientInfo) => Promise<{ readonly kind: 'sent' } | Denied>
  readonly resetPassword: (input: ResetInput, visit: ClientInfo) => Promise<PasswordSet | Denied>
  readonly changePassword: (input: ChangeInput, visit: ClientInfo) => Promise<PasswordSet | Denied>
  readonly logOut: (user: SessionUser) => Promise<void>
  /** How many sessions ended. */
  readonly signOutOthers: (user: SessionUser) => Promise<number>
  readonly sessionsOf: (userId: number) => Promise<readonly ListedSession[]>
  readonly loginsOf: (userId: number, page: number) => Promise<Paged<Omit<Login, 'userId'>>>
  readonly invitedBy: (userId: number, page: number) => Promise<Paged<Invited>>
  /** Told of every session that ends, wherever it was ended. Ends with the returned function. */
  readonly onSessionEnded: (handler: (sessionId: number) => void) => () => void
  /** Ends what has expired and forgets what is too old to matter. Called every minute. */
  readonly sweep: () => Promise<void>
  readonly stop: () => void
}

type Paged<Item> = { readonly data: readonly Item[]; readonly total: number }
type Invited = { readonly name: string; readonly createdAtMs: number }

const pageSize = 20
const hour = 3600
/** For each address: new demo accounts, and registrations, each of which costs a password to be hashed. */
const newDemoLimits = { perSecond: 60 / hour, burst: 60 }
const registrationLimits = { perSecond: 60 / hour, burst: 30 }
const loginsKeptMs = 180 * 24 * hour * 1000
/** For each account: what costs a password to be judged, or leaves a session behind. Nobody does it oftener by hand. */
const paceLimits = { perSecond: 0.2, burst: 30 }

export async function createAccounts(parts: AccountsParts): Promise<Accounts> {
  const { pool, clock, messages } = parts
  await addMissingAreas(pool, areaSeed)
  const areas = await readAreas(pool)
  const sessions = await createSessions(parts)
  const failures = createFailures(parts)
  const entry: EntryParts = { ...parts, areas, sessions, failures }
  const newDemos = createTokenBuckets(newDemoLimits, clock)
  const registrations = createTokenBuckets(registrationLimits, clock)
  const pace = createTokenBuckets(paceLimits, clock)
  const paced = async <Done>(name: string, work: () => Promise<Done>): Promise<Done | Denied> => {
    const admission = parts.limits ? pace.take(name) : { ok: true as const }
    return admission.ok ? await work() : tooMany(admission.retryAfterSeconds)
  }

  /** Whoever did not do it themselves should know, on every channel there is. */
  async function tellOfPassword<Done extends PasswordSet | Denied>(
    done: Done,
    language: LanguageCode,
  ): Promise<Done> {
    const user = done.kind === 'set' ? await readUser(pool, done.userId) : undefined
    if (user?.email !== undefined)
      messages.send({ kind: 'password_changed', channel: 'email', to: user.email, language })
    if (user?.mobileFull !== undefined) {
      messages.send({ kind: 'password_changed', channel: 'mobile', to: user.mobileFull, language })
    }
    return done
  }

  return {
    areas: areas.filter(({ isSupported }) => isSupported),
    identify: sessions.identify,
    user: (id) => readUser(pool, id),
    logIn: (input, visit) => paced(`account ${input.account}`, () => logIn(entry, input, visit)),
    logInDemo: (demoId, visit) => paced(`demo ${demoId}`, () => logInDemo(entry, newDemos, demoId, visit)),
    async register(input, visit) {
      const admission = parts.limits ? registrations.take(visit.limitKey) : { ok: true as const }
      return admission.ok ? await register(entry, input, visit) : tooMany(admission.retryAfterSeconds)
    },
    sendCode: (input, visit) => sendCode(entry, input, visit),
    resetPassword: async (input, visit) =>
      await tellOfPassword(await resetPassword(entry, input, visit), visit.language),
    changePassword: async (input, visit) =>
      await tellOfPassword(
        await paced(`user ${input.userId}`, () => changePassword(entry, input, visit)),
        visit.language,
      ),
    async logOut({ userId, sessionId }) {
      await sessions.endNow(userId, { only: sessionId })
    },
    signOutOthers: ({ userId, sessionId }) => sessions.endNow(userId, { allBut: sessionId }),
    sessionsOf: sessions.list,
    async loginsOf(userId, page) {
      const { logins, total } = await readLogins(pool, userId, pageOf(page))
      return { data: logins, total }
    },
    async invitedBy(userId, page) {
      const { invited, total } = await readInvited(pool, userId, pageOf(page))
      const data = invited.map(({ createdAtMs, ...contact }) => ({
        name: maskedContact(contact),
        createdAtMs,
      }))
      return { data, total }
    },
    onSessionEnded: sessions.onEnded,
    async sweep() {
      await sessions.sweep()
      await failures.sweep()
      await sweepAll((most) => deleteLogins(pool, clock.now() - loginsKeptMs, most))
    },
    stop: sessions.stop,
  }
}

function pageOf(page: number): { readonly offset: number; readonly limit: number } {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}
