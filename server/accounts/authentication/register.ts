import { type Refusal, refused } from '#contract/outcome.ts'
import { type Channel, unsupportedCountries } from '#core/account/contact.ts'
import { parseInviteCode, type User } from '#core/account/user.ts'
import { mostNameTries, newInviteCode, newUid } from '#server/accounts/account-ids.ts'
import type {
  ClientInfo,
  Denied,
  EntryParts,
  LoggedIn,
} from '#server/accounts/authentication/authentication-parts.ts'
import { type Contact, readContact, refusalOfPassword } from '#server/accounts/authentication/credentials.ts'
import { insertLogin } from '#server/accounts/authentication/logins-store.ts'
import { findInviter, findUser, insertUser } from '#server/accounts/users-store.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

export type RegisterInput = {
  readonly channel: Channel
  /** The address, or the national number. */
  readonly contact: string
  /** What the caller calls it. */
  readonly contactField: string
  readonly areaId: number | undefined
  readonly password: string
  readonly repeated: string
  readonly inviteCode: string
  /** The code that was sent, or what the captcha shows. */
  readonly code: string
  readonly captchaId: string
  /** Who is asking, should somebody be logged in already. */
  readonly userId: number | undefined
}

/**
 * Refuses in a fixed order: what can be seen from the input alone, then the invitation, then the code, which therefore
 * is not used up by a mistake in the rest. Only whoever holds a right code learns that the account exists.
 */
export async function register(
  parts: EntryParts,
  input: RegisterInput,
  visit: ClientInfo,
): Promise<LoggedIn | Denied> {
  const contact = readInput(parts, input, visit)
  if ('kind' in contact) return contact
  const inviter = await findInvitation(parts, input)
  if (typeof inviter === 'object') return inviter
  const wrongCode = await refusalOfCode(parts, input, contact)
  if (wrongCode !== undefined) return wrongCode
  const passwordHash = await parts.passwords.hash(input.password)
  if (passwordHash === 'busy') return refused('busy')
  const { code, contactField } = input
  const opening = { contact, contactField, inviter, passwordHash, code, isCodeSent: usesCodes(parts) }
  return await open(parts, opening, visit)
}

function readInput(parts: EntryParts, input: RegisterInput, visit: ClientInfo): Contact | Refusal {
  const { settings, passwords, areas } = parts
  const { channel, areaId, password } = input
  if (visit.country !== undefined && unsupportedCountries.includes(visit.country)) {
    return refused('country_not_supported')
  }
  if (channel === 'mobile' && settings.get('is_show_mobile') === 0)
    return refused('mobile_off', { field: 'type' })
  const contact = readContact({ channel, text: input.contact, areaId, field: input.contactField }, areas)
  if ('kind' in contact) return contact
  if (password !== input.repeated) return refused('password_mismatch', { field: 're_password' })
  return refusalOfPassword(password, 'password', passwords) ?? contact
}

/** The id of who invited them; undefined when nobody did. */
async function findInvitation(
  { pool, settings }: EntryParts,
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

function usesCodes({ settings }: EntryParts): boolean {
  return settings.get('verify_reg_type') === 1
}

async function refusalOfCode(
  parts: EntryParts,
  { code, captchaId }: RegisterInput,
  { channel, value }: Contact,
): Promise<Refusal | undefined> {
  const field = 'sms_code'
  if (usesCodes(parts)) {
    const isRight = await parts.codes.verify({ channel, recipient: value, purpose: 'register', code })
    return isRight ? undefined : refused('wrong_code', { field })
  }
  const isSolved = await parts.codes.solveCaptcha({ id: captchaId, answer: code })
  return isSolved ? undefined : refused('wrong_captcha', { field })
}

type Opening = {
  readonly contactField: string
  readonly contact: Contact
  readonly inviter: number | undefined
  readonly passwordHash: string
  readonly code: string
  readonly isCodeSent: boolean
}

/** The account, its first session and the use of the code: all of it or nothing. */
async function open(parts: EntryParts, opening: Opening, visit: ClientInfo): Promise<LoggedIn | Denied> {
  const { pool, sessions, codes, clock } = parts
  const { channel, value } = opening.contact
  return await inTransaction(pool, async (client): Promise<LoggedIn | Refusal> => {
    const used = { channel, recipient: value, purpose: 'register', code: opening.code } as const
    if (opening.isCodeSent && !(await codes.consume(client, used))) {
      return refused('wrong_code', { field: 'sms_code' })
    }
    const user = await insertWithNames(parts, client, opening)
    // The code was right and is now used: it has told its owner that there is an account already.
    if (user === undefined) return refused('account_exists', { field: opening.contactField })
    const { address, device } = visit
    await insertLogin(client, { userId: user.id, succeeded: true, address, device, atMs: clock.now() })
    return { kind: 'entered', token: await sessions.open(client, user.id, visit), user }
  })
}

/** Undefined when the address or number is taken; a name of ours that is taken is drawn again. */
async function insertWithNames(
  { random, clock }: EntryParts,
  client: PoolClient,
  { contact, inviter, passwordHash }: Opening,
): Promise<User | undefined> {
  for (let attempt = 0; attempt < mostNameTries; attempt++) {
    const user = await insertUser(client, {
      uid: newUid(random),
      email: contact.channel === 'email' ? contact.value : undefined,
      areaId: contact.mobile?.area.id,
      mobile: contact.mobile?.national,
      mobileFull: contact.mobile?.full,
      passwordHash,
      inviteCode: newInviteCode(random),
      invitedBy: inviter,
      createdAtMs: clock.now(),
    })
    if (user !== undefined) return user
    if ((await findUser(client, contact)) !== undefined) return undefined
  }
  throw new Error('no free name was drawn')
}
