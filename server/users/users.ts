// Entry point of the users module: users, authentication and sessions.
import { type Area, maskedContact } from '#core/user/contact.ts'
import type { User } from '#core/user/user.ts'
import { areaSeed } from '#db/seed/areas.ts'
import { defaultLanguage, type LanguageCode, languageFromCode } from '#i18n/languages.ts'
import type { ConsumedCode } from '#server/codes/codes.ts'
import type { Messages, Recipient } from '#server/messages/messages.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Listen, Pool, PoolClient } from '#server/storage/storage.ts'
import { addMissingAreas, readAreas } from '#server/users/areas-store.ts'
import {
  type AuthenticationParts,
  type ClientInfo,
  type Denied,
  isMobileOn,
  type LoggedIn,
  tooManyRequests,
} from '#server/users/authentication/authentication-parts.ts'
import {
  type ChangePasswordInput,
  changePassword,
  type PasswordChanged,
  type ResetPasswordInput,
  resetPassword,
} from '#server/users/authentication/change-password.ts'
import { ownHandles } from '#server/users/authentication/credentials.ts'
import { createLockout } from '#server/users/authentication/lockout.ts'
import { type LogInInput, logIn, logInDemo } from '#server/users/authentication/log-in.ts'
import { deleteLogins, type Login, readLogins } from '#server/users/authentication/logins-store.ts'
import {
  consumeOwnCode,
  type OwnCodePurpose,
  type SendOwnCodeInput,
  sendOwnCode,
  verifyOwnCode,
} from '#server/users/authentication/own-code.ts'
import { type RegisterInput, register } from '#server/users/authentication/register.ts'
import { type SendCodeInput, sendCode } from '#server/users/authentication/send-code.ts'
import { revokeDemoIds } from '#server/users/demo-ids/revoke-demo-ids.ts'
import { createSessions, type SessionUser } from '#server/users/sessions/sessions.ts'
import type { ListedSession } from '#server/users/sessions/sessions-store.ts'
import {
  readContacts,
  readInvited,
  readUser,
  readUserByUid,
  writeLanguage,
} from '#server/users/users-store.ts'

export type { ClientInfo, Denied, LoggedIn } from '#server/users/authentication/authentication-parts.ts'
export type { OwnCodePurpose } from '#server/users/authentication/own-code.ts'
export type { SessionUser } from '#server/users/sessions/sessions.ts'

export type UsersParts = Omit<AuthenticationParts, 'areas' | 'sessions' | 'lockout'> & {
  readonly listen: Listen
  readonly messages: Pick<Messages, 'canSend' | 'enqueue'>
}

export type Users = {
  /** The supported countries, in display order. */
  readonly areas: readonly Area[]
  /** Whether new users may use a mobile number. */
  readonly isMobileOn: () => boolean
  readonly authenticate: (token: string) => Promise<SessionUser | undefined>
  readonly user: (id: number) => Promise<User | undefined>
  readonly userByUid: (uid: string) => Promise<User | undefined>
  readonly logIn: (input: LogInInput, clientInfo: ClientInfo) => Promise<LoggedIn | Denied>
  readonly logInDemo: (demoId: string, clientInfo: ClientInfo) => Promise<LoggedIn | Denied>
  readonly register: (input: RegisterInput, clientInfo: ClientInfo) => Promise<LoggedIn | Denied>
  readonly sendCode: (
    input: SendCodeInput,
    clientInfo: ClientInfo,
  ) => Promise<{ readonly kind: 'sent' } | Denied>
  /** Sends a code to the account's own address on this channel. */
  readonly sendOwnCode: (
    user: SessionUser,
    input: SendOwnCodeInput,
    clientInfo: ClientInfo,
  ) => Promise<{ readonly kind: 'sent' } | Denied>
  /** A wrong try counts even if the caller's transaction rolls back. A correct one does not consume the code. */
  readonly verifyOwnCode: (userId: number, purpose: OwnCodePurpose, code: string) => Promise<boolean>
  /** Consumes a correct code as part of the caller's transaction. */
  readonly consumeOwnCode: (
    client: PoolClient,
    userId: number,
    purpose: OwnCodePurpose,
    code: string,
  ) => Promise<boolean>
  /** Like `consumeOwnCode`, for a code that may have to be restored. Undefined for a wrong one. */
  readonly consumeOwnCodeForNow: (
    client: PoolClient,
    userId: number,
    purpose: OwnCodePurpose,
    code: string,
  ) => Promise<ConsumedCode | undefined>
  /** Makes a consumed code valid again. Only if nothing was done with it. */
  readonly restoreOwnCode: (consumed: ConsumedCode) => Promise<void>
  /** Where messages to these users go: the email address, or else the mobile number. Demo users have none. */
  readonly contactsOf: (
    userIds: readonly number[],
    db?: Pool | PoolClient,
  ) => Promise<ReadonlyMap<number, Recipient>>
  /** Keeps the language of messages. Writes only if it differs. */
  readonly keepLanguage: (userId: number, language: LanguageCode) => Promise<void>
  readonly resetPassword: (
    input: ResetPasswordInput,
    clientInfo: ClientInfo,
  ) => Promise<PasswordChanged | Denied>
  readonly changePassword: (
    input: ChangePasswordInput,
    clientInfo: ClientInfo,
  ) => Promise<PasswordChanged | Denied>
  readonly logOut: (user: SessionUser) => Promise<void>
  /** Returns the number of sessions ended. */
  readonly signOutOthers: (user: SessionUser) => Promise<number>
  readonly sessionsOf: (userId: number) => Promise<readonly ListedSession[]>
  readonly loginsOf: (userId: number, page: number) => Promise<Paged<Omit<Login, 'userId'>>>
  readonly invitedBy: (userId: number, page: number) => Promise<Paged<Invited>>
  /** Called for every session that ends, in any process. Returns the unsubscribe function. */
  readonly onSessionEnded: (handler: (sessionId: number) => void) => () => void
  /** Ends expired sessions, deletes old rows, revokes unused demo ids. Called every minute. */
  readonly sweep: () => Promise<void>
  readonly stop: () => void
}

type Paged<Item> = { readonly data: readonly Item[]; readonly total: number }
type Invited = { readonly name: string; readonly createdAtMs: number }

const pageSize = 20
const hour = 3600
/** Per client address. Every registration costs one password hash. */
const newDemoLimits = { perSecond: 60 / hour, burst: 60 }
const registrationLimits = { perSecond: 60 / hour, burst: 30 }
const loginsKeptMs = 180 * 24 * hour * 1000
/** Per account, for requests that verify a password or create a session. Far above what a person does by hand. */
const perAccountLimits = { perSecond: 0.2, burst: 30 }

export async function createUsers(parts: UsersParts): Promise<Users> {
  const { pool, clock } = parts
  await addMissingAreas(pool, areaSeed)
  const areas = await readAreas(pool)
  const sessions = await createSessions(parts)
  const lockout = createLockout(parts)
  const authentication: AuthenticationParts = { ...parts, areas, sessions, lockout }
  const newDemos = createTokenBuckets(newDemoLimits, clock)
  const registrations = createTokenBuckets(registrationLimits, clock)
  const perAccount = createTokenBuckets(perAccountLimits, clock)
  const rateLimited = async <Done>(name: string, work: () => Promise<Done>): Promise<Done | Denied> => {
    const admission = parts.limits ? perAccount.take(name) : { ok: true as const }
    return admission.ok ? await work() : tooManyRequests(admission.retryAfterSeconds)
  }

  return {
    areas: areas.filter(({ isSupported }) => isSupported),
    isMobileOn: () => isMobileOn(parts),
    authenticate: sessions.authenticate,
    user: (id) => readUser(pool, id),
    userByUid: (uid) => readUserByUid(pool, uid),
    logIn: (input, clientInfo) =>
      rateLimited(`account ${input.account}`, () => logIn(authentication, input, clientInfo)),
    logInDemo: (demoId, clientInfo) =>
      rateLimited(`demo ${demoId}`, () => logInDemo(authentication, newDemos, demoId, clientInfo)),
    async register(input, clientInfo) {
      const admission = parts.limits ? registrations.take(clientInfo.limitKey) : { ok: true as const }
      return admission.ok
        ? await register(authentication, input, clientInfo)
        : tooManyRequests(admission.retryAfterSeconds)
    },
    sendCode: (input, clientInfo) => sendCode(authentication, input, clientInfo),
    sendOwnCode: (user, input, clientInfo) => sendOwnCode(authentication, user, input, clientInfo),
    verifyOwnCode: (userId, purpose, code) => verifyOwnCode(authentication, { userId, purpose, code }),
    consumeOwnCode: async (client, userId, purpose, code) =>
      (await consumeOwnCode(authentication, client, { userId, purpose, code })) !== undefined,
    consumeOwnCodeForNow: (client, userId, purpose, code) =>
      consumeOwnCode(authentication, client, { userId, purpose, code }),
    restoreOwnCode: authentication.codes.restore,
    contactsOf: (userIds, db = pool) => contactsOf(db, userIds),
    keepLanguage: (userId, language) => writeLanguage(pool, userId, language),
    resetPassword: (input, clientInfo) => resetPassword(authentication, input, clientInfo),
    changePassword: (input, clientInfo) =>
      rateLimited(`user ${input.userId}`, () => changePassword(authentication, input, clientInfo)),
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
      await lockout.sweep()
      await deleteInBatches((limit) => deleteLogins(pool, clock.now() - loginsKeptMs, limit))
      await revokeDemoIds({ ...parts, sessions })
    },
    stop: sessions.stop,
  }
}

async function contactsOf(
  db: Pool | PoolClient,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Recipient>> {
  const contacts = new Map<number, Recipient>()
  for (const { id, ...contact } of await readContacts(db, userIds)) {
    const [handle] = ownHandles(contact)
    const language = languageFromCode(contact.language ?? '') ?? defaultLanguage
    if (handle !== undefined) contacts.set(id, { channel: handle.channel, to: handle.value, language })
  }
  return contacts
}

function pageOf(page: number): { readonly offset: number; readonly limit: number } {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}
