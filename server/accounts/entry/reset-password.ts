import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/account/channel.ts'
import { refusalOfPassword } from '#server/accounts/entry/check-password.ts'
import { type ClientInfo, type Denied, type EntryParts, notNow } from '#server/accounts/entry/entry-parts.ts'
import { readAccount } from '#server/accounts/entry/read-handle.ts'
import { findUser, writePassword } from '#server/accounts/users/users-store.ts'
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
