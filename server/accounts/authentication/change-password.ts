import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/account/contact.ts'
import type { User } from '#core/account/user.ts'
import {
  type ClientInfo,
  type Denied,
  type EntryParts,
  notNow,
} from '#server/accounts/authentication/authentication-parts.ts'
import { readAccount, refusalOfPassword } from '#server/accounts/authentication/credentials.ts'
import {
  findUser,
  type Handle,
  readPasswordHash,
  readUser,
  writePassword,
} from '#server/accounts/users-store.ts'
import { inTransaction } from '#server/storage/storage.ts'

export type ResetInput = {
  readonly channel: Channel
  readonly account: string
  readonly password: string
  readonly repeated: string
  readonly code: string
}

/** Whose password it now is, for the notice they get. */
export type PasswordSet = { readonly kind: 'set'; readonly userId: number }

/** An account that does not exist has no code, so its answer is that of a wrong one. Every session ends. */
export async function resetPassword(
  parts: EntryParts,
  input: ResetInput,
  visit: ClientInfo,
): Promise<PasswordSet | Denied> {
  const { pool, codes, passwords, sessions } = parts
  if (input.password !== input.repeated) return refused('password_mismatch', { field: 'secondary_password' })
  const weak = refusalOfPassword(input.password, 'new_password', passwords)
  if (weak !== undefined) return weak
  const handle = readAccount(input.channel, input.account, parts.areas)
  const wrongCode = refused('wrong_code', { field: 'auth_code' })
  if (handle === undefined) return wrongCode
  const used = {
    channel: handle.channel,
    recipient: handle.value,
    purpose: 'reset',
    code: input.code,
  } as const
  // Five tries of each code are few, but many codes are many tries: the address waits for those.
  const attempted = await parts.failures.attempt({ account: undefined, address: visit.limitKey })
  if (attempted.kind !== 'go') return notNow(attempted)
  if (!(await codes.verify(used))) return wrongCode
  await parts.failures.undone(attempted)
  const passwordHash = await passwords.hash(input.password)
  if (passwordHash === 'busy') return refused('busy')
  const done = await inTransaction(pool, async (client) => {
    const found = await findUser(client, handle)
    if (found === undefined || !(await codes.consume(client, used))) return undefined
    await writePassword(client, found.user.id, passwordHash)
    return { user: found.user, ended: await sessions.end(client, found.user.id, { allBut: undefined }) }
  })
  if (done === undefined) return wrongCode
  sessions.tell(done.ended)
  await parts.failures.forget(handle.value)
  return { kind: 'set', userId: done.user.id }
}

export type ChangeInput = {
  readonly userId: number
  readonly sessionId: number
  readonly channel: Channel
  readonly code: string
  readonly oldPassword: string | undefined
  readonly newPassword: string
}

/** Needs a code sent to the user's own address or number. Every other session ends. */
export async function changePassword(
  parts: EntryParts,
  input: ChangeInput,
  visit: ClientInfo,
): Promise<PasswordSet | Denied> {
  const { pool, codes, passwords, sessions } = parts
  const user = await readUser(pool, input.userId)
  if (user === undefined) return { kind: 'session_invalid' }
  const handle = ownHandle(user, input.channel)
  if (handle === undefined) return refused('invalid_input', { field: 'type' })
  const weak = refusalOfPassword(input.newPassword, 'new_password', passwords)
  if (weak !== undefined) return weak
  const hash = await readPasswordHash(pool, user.id)
  const wrongOld = await refusalOfOld(parts, input, { hash, handle, visit })
  if (wrongOld !== undefined) return wrongOld
  const used = {
    channel: handle.channel,
    recipient: handle.value,
    purpose: 'reset',
    code: input.code,
  } as const
  if (!(await codes.verify(used))) return refused('wrong_code', { field: 'auth_code' })
  // Only now: before the code was right, the answer would tell whoever holds the session whether they guessed it.
  const isSame = await passwords.verify(hash, input.newPassword)
  if (isSame === 'busy') return refused('busy')
  if (isSame) return refused('password_same', { field: 'new_password' })
  const passwordHash = await passwords.hash(input.newPassword)
  if (passwordHash === 'busy') return refused('busy')
  const ended = await inTransaction(pool, async (client) => {
    if (!(await codes.consume(client, used))) return undefined
    await writePassword(client, user.id, passwordHash)
    return await sessions.end(client, user.id, { allBut: input.sessionId })
  })
  if (ended === undefined) return refused('wrong_code', { field: 'auth_code' })
  sessions.tell(ended)
  return { kind: 'set', userId: user.id }
}

function ownHandle(user: User, channel: Channel): Handle | undefined {
  const value = channel === 'email' ? user.email : user.mobileFull
  return value === undefined ? undefined : { channel, value }
}

type Judging = { readonly hash: string | undefined; readonly handle: Handle; readonly visit: ClientInfo }

/** Whoever found a phone unlocked may not try old passwords for ever, either. */
async function refusalOfOld(
  { passwords, failures }: EntryParts,
  { oldPassword }: ChangeInput,
  { hash, handle, visit }: Judging,
): Promise<Denied | undefined> {
  if (oldPassword === undefined) return undefined
  const attempted = await failures.attempt({ account: handle.value, address: visit.limitKey })
  if (attempted.kind !== 'go') return notNow(attempted)
  const isRight = await passwords.verify(hash, oldPassword)
  if (isRight === false) return refused('wrong_password', { field: 'old_password' })
  if (isRight === 'busy') {
    await failures.undone(attempted)
    return refused('busy')
  }
  await failures.succeeded(attempted)
  return undefined
}
