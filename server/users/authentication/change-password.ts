import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/user/contact.ts'
import type { User } from '#core/user/user.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'
import {
  type AuthenticationParts,
  type ClientInfo,
  type Denied,
  lockoutRefusal,
} from '#server/users/authentication/authentication-parts.ts'
import { newPasswordRefusal, ownHandles, parseLoginHandle } from '#server/users/authentication/credentials.ts'
import {
  findUser,
  type LoginHandle,
  readPasswordHash,
  readUser,
  writePassword,
} from '#server/users/users-store.ts'

export type ResetPasswordInput = {
  readonly channel: Channel
  readonly account: string
  readonly password: string
  readonly repeated: string
  readonly code: string
}

/** The password of this user was changed. */
export type PasswordChanged = { readonly kind: 'set'; readonly userId: number }

/** Ends every session of the user. An unknown account gets the same answer as a wrong code. */
export async function resetPassword(
  parts: AuthenticationParts,
  input: ResetPasswordInput,
  clientInfo: ClientInfo,
): Promise<PasswordChanged | Denied> {
  const { pool, codes, passwords, sessions } = parts
  if (input.password !== input.repeated) return refused('password_mismatch', { field: 'secondary_password' })
  const weak = newPasswordRefusal(input.password, 'new_password', passwords)
  if (weak !== undefined) return weak
  const handle = parseLoginHandle(input.channel, input.account, parts.areas)
  const wrongCode = refused('wrong_code', { field: 'auth_code' })
  if (handle === undefined) return wrongCode
  const used = {
    channel: handle.channel,
    recipient: handle.value,
    purpose: 'reset',
    code: input.code,
  } as const
  // A code allows five tries, but an attacker can request many codes: the lockout counts tries per address.
  const attempt = await parts.lockout.attempt({ account: undefined, address: clientInfo.limitKey })
  if (attempt.kind !== 'allowed') return lockoutRefusal(attempt)
  if (!(await codes.verify(used))) return wrongCode
  await parts.lockout.withdraw(attempt)
  const passwordHash = await passwords.hash(input.password)
  if (passwordHash === 'busy') return refused('busy')
  const done = await inTransaction(pool, async (client) => {
    const found = await findUser(client, handle)
    if (found === undefined || !(await codes.consume(client, used))) return undefined
    await writePassword(client, found.user.id, passwordHash, new Date(parts.clock.now()))
    await tellOwner(parts, client, found.user, clientInfo)
    return { user: found.user, ended: await sessions.end(client, found.user.id, { allBut: undefined }) }
  })
  if (done === undefined) return wrongCode
  sessions.notifyEnded(done.ended)
  await parts.lockout.clear(handle.value)
  return { kind: 'set', userId: done.user.id }
}

export type ChangePasswordInput = {
  readonly userId: number
  readonly sessionId: number
  readonly channel: Channel
  readonly code: string
  readonly oldPassword: string | undefined
  readonly newPassword: string
}

/** Requires a code sent to the user's own contact. Ends every other session. */
export async function changePassword(
  parts: AuthenticationParts,
  input: ChangePasswordInput,
  clientInfo: ClientInfo,
): Promise<PasswordChanged | Denied> {
  const { pool, codes, passwords, sessions } = parts
  const user = await readUser(pool, input.userId)
  if (user === undefined) return { kind: 'session_invalid' }
  const handle = ownHandles(user).find(({ channel }) => channel === input.channel)
  if (handle === undefined) return refused('invalid_input', { field: 'type' })
  const weak = newPasswordRefusal(input.newPassword, 'new_password', passwords)
  if (weak !== undefined) return weak
  const hash = await readPasswordHash(pool, user.id)
  const wrongOld = await oldPasswordRefusal(parts, input, { hash, handle, clientInfo })
  if (wrongOld !== undefined) return wrongOld
  const used = {
    channel: handle.channel,
    recipient: handle.value,
    purpose: 'reset',
    code: input.code,
  } as const
  if (!(await codes.verify(used))) return refused('wrong_code', { field: 'auth_code' })
  // Checked after the code: otherwise a thief of the session could test guesses at the current password.
  const isSame = await passwords.verify(hash, input.newPassword)
  if (isSame === 'busy') return refused('busy')
  if (isSame) return refused('password_same', { field: 'new_password' })
  const passwordHash = await passwords.hash(input.newPassword)
  if (passwordHash === 'busy') return refused('busy')
  const ended = await inTransaction(pool, async (client) => {
    if (!(await codes.consume(client, used))) return undefined
    await writePassword(client, user.id, passwordHash, new Date(parts.clock.now()))
    await tellOwner(parts, client, user, clientInfo)
    return await sessions.end(client, user.id, { allBut: input.sessionId })
  })
  if (ended === undefined) return refused('wrong_code', { field: 'auth_code' })
  sessions.notifyEnded(ended)
  return { kind: 'set', userId: user.id }
}

/** Warns the owner on every channel, in case the change was not theirs. */
async function tellOwner(
  { messages }: AuthenticationParts,
  client: PoolClient,
  user: User,
  { language }: ClientInfo,
): Promise<void> {
  for (const { channel, value } of ownHandles(user)) {
    const message = { kind: 'password_changed', userId: user.id, channel, to: value, language } as const
    await messages.enqueue(client, message)
  }
}

type OldPasswordCheck = {
  readonly hash: string | undefined
  readonly handle: LoginHandle
  readonly clientInfo: ClientInfo
}

/** The login lockout also limits tries of the old password: someone may guess it on an unlocked phone. */
async function oldPasswordRefusal(
  { passwords, lockout }: AuthenticationParts,
  { oldPassword }: ChangePasswordInput,
  { hash, handle, clientInfo }: OldPasswordCheck,
): Promise<Denied | undefined> {
  if (oldPassword === undefined) return undefined
  const attempt = await lockout.attempt({ account: handle.value, address: clientInfo.limitKey })
  if (attempt.kind !== 'allowed') return lockoutRefusal(attempt)
  const isCorrect = await passwords.verify(hash, oldPassword)
  if (isCorrect === false) return refused('wrong_password', { field: 'old_password' })
  if (isCorrect === 'busy') {
    await lockout.withdraw(attempt)
    return refused('busy')
  }
  await lockout.succeeded(attempt)
  return undefined
}
