import { type Refusal, refused } from '#contract/outcome.ts'
import type { Accepted } from '#core/content/consent.ts'
import { type Channel, unsupportedCountries } from '#core/user/contact.ts'
import { parseInviteCode, type User } from '#core/user/user.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'
import {
  type AuthenticationParts,
  type ClientInfo,
  type Denied,
  isMobileOn,
  type LoggedIn,
} from '#server/users/authentication/authentication-parts.ts'
import { type Contact, newPasswordRefusal, parseContact } from '#server/users/authentication/credentials.ts'
import { insertLogin } from '#server/users/authentication/logins-store.ts'
import { generateInviteCode, generateUid, maxIdAttempts } from '#server/users/user-ids.ts'
import { findInviter, findUser, insertUser } from '#server/users/users-store.ts'

export type RegisterInput = {
  readonly channel: Channel
  /** The email address, or the national mobile number. */
  readonly contact: string
  /** Name of the input field, for the refusal. */
  readonly contactField: string
  readonly areaId: number | undefined
  readonly password: string
  readonly repeated: string
  readonly inviteCode: string
  /** The code from the message, or the captcha answer. */
  readonly code: string
  readonly captchaId: string
  /** The caller's user id, if already logged in. */
  readonly userId: number | undefined
  /** Versions of legal texts. Those that are no longer in force are not recorded: the app asks again. */
  readonly accepted: Accepted
}

/**
 * Checks in a fixed order: the input, the invitation, then the code, so that other mistakes do not use up the code.
 * Only the holder of a valid code learns that the account exists.
 */
export async function register(
  parts: AuthenticationParts,
  input: RegisterInput,
  clientInfo: ClientInfo,
): Promise<LoggedIn | Denied> {
  const contact = checkInput(parts, input, clientInfo)
  if ('kind' in contact) return contact
  const inviter = await findInviterId(parts, input)
  if (typeof inviter === 'object') return inviter
  const wrongCode = await codeRefusal(parts, input, contact)
  if (wrongCode !== undefined) return wrongCode
  const passwordHash = await parts.passwords.hash(input.password)
  if (passwordHash === 'busy') return refused('busy')
  const { code, contactField, accepted } = input
  const account = {
    contact,
    contactField,
    accepted,
    inviter,
    passwordHash,
    code,
    isCodeSent: requiresSentCode(parts),
  }
  return await createAccount(parts, account, clientInfo)
}

function checkInput(
  parts: AuthenticationParts,
  input: RegisterInput,
  clientInfo: ClientInfo,
): Contact | Refusal {
  const { passwords, areas } = parts
  const { channel, areaId, password } = input
  if (clientInfo.country !== undefined && unsupportedCountries.includes(clientInfo.country)) {
    return refused('country_not_supported')
  }
  if (channel === 'mobile' && !isMobileOn(parts)) return refused('mobile_off', { field: 'type' })
  const contact = parseContact({ channel, text: input.contact, areaId, field: input.contactField }, areas)
  if ('kind' in contact) return contact
  if (password !== input.repeated) return refused('password_mismatch', { field: 're_password' })
  return newPasswordRefusal(password, 'password', passwords) ?? contact
}

/** The inviter's user id; undefined without an invite code. */
async function findInviterId(
  { pool, settings }: AuthenticationParts,
  { inviteCode, userId }: RegisterInput,
): Promise<number | undefined | Refusal> {
  const field = 'invite_code'
  if (inviteCode.trim() === '') {
    return settings.get('invite_required') === 1 ? refused('invite_required', { field }) : undefined
  }
  const code = parseInviteCode(inviteCode)
  const inviter = code === undefined ? undefined : await findInviter(pool, code)
  if (inviter === undefined) return refused('invite_unknown', { field })
  return inviter === userId ? refused('invite_self', { field }) : inviter
}

function requiresSentCode({ settings }: AuthenticationParts): boolean {
  return settings.get('verify_reg_type') === 1
}

async function codeRefusal(
  parts: AuthenticationParts,
  { code, captchaId }: RegisterInput,
  { channel, value }: Contact,
): Promise<Refusal | undefined> {
  const field = 'sms_code'
  if (requiresSentCode(parts)) {
    const isCorrect = await parts.codes.verify({ channel, recipient: value, purpose: 'register', code })
    return isCorrect ? undefined : refused('wrong_code', { field })
  }
  const isSolved = await parts.codes.solveCaptcha({ id: captchaId, answer: code })
  return isSolved ? undefined : refused('wrong_captcha', { field })
}

type NewAccount = {
  readonly contactField: string
  readonly contact: Contact
  readonly inviter: number | undefined
  readonly passwordHash: string
  readonly code: string
  readonly isCodeSent: boolean
  readonly accepted: Accepted
}

/** Creates the account and its first session, records the consents and consumes the code, in one transaction. */
async function createAccount(
  parts: AuthenticationParts,
  account: NewAccount,
  clientInfo: ClientInfo,
): Promise<LoggedIn | Denied> {
  const { pool, sessions, codes, clock, content } = parts
  const { channel, value } = account.contact
  return await inTransaction(pool, async (client): Promise<LoggedIn | Refusal> => {
    const used = { channel, recipient: value, purpose: 'register', code: account.code } as const
    if (account.isCodeSent && !(await codes.consume(client, used))) {
      return refused('wrong_code', { field: 'sms_code' })
    }
    const user = await insertWithFreshIds(parts, client, { ...account, language: clientInfo.language })
    // The code is valid and stays consumed. Its holder owns the contact, so the answer may be specific.
    if (user === undefined) return refused('account_exists', { field: account.contactField })
    const { address, device, language } = clientInfo
    const consents = {
      userId: user.id,
      accepted: account.accepted,
      language,
      givenWith: 'registration',
    } as const
    await content.recordConsents(consents, client)
    await insertLogin(client, { userId: user.id, succeeded: true, address, device, atMs: clock.now() })
    return { kind: 'logged_in', token: await sessions.open(client, user.id, clientInfo), user }
  })
}

/** Undefined if the contact is taken. A taken uid or invite code is generated again. */
async function insertWithFreshIds(
  { random, clock }: AuthenticationParts,
  client: PoolClient,
  { contact, inviter, passwordHash, language }: NewAccount & Pick<ClientInfo, 'language'>,
): Promise<User | undefined> {
  for (let attempt = 0; attempt < maxIdAttempts; attempt++) {
    const user = await insertUser(client, {
      uid: generateUid(random),
      email: contact.channel === 'email' ? contact.value : undefined,
      areaId: contact.mobile?.area.id,
      mobile: contact.mobile?.national,
      mobileFull: contact.mobile?.full,
      passwordHash,
      inviteCode: generateInviteCode(random),
      invitedBy: inviter,
      language,
      createdAtMs: clock.now(),
    })
    if (user !== undefined) return user
    if ((await findUser(client, contact)) !== undefined) return undefined
  }
  throw new Error('could not generate an unused uid and invite code')
}
