import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/account/channel.ts'
import {
  type ClientInfo,
  type Denied,
  type EntryParts,
  type LoggedIn,
  notNow,
} from '#server/accounts/entry/entry-parts.ts'
import { readAccount } from '#server/accounts/entry/read-handle.ts'
import { insertLogin } from '#server/accounts/sessions/logins-store.ts'
import { findUser, holdPasswordHash } from '#server/accounts/users/users-store.ts'
import { inTransaction } from '#server/storage/storage.ts'

export type LogInInput = { readonly channel: Channel; readonly account: string; readonly password: string }

/** The same work and the same words, whether the account does not exist or the password is wrong. */
export async function logIn(
  parts: EntryParts,
  input: LogInInput,
  visit: ClientInfo,
): Promise<LoggedIn | Denied> {
  const { pool, clock, failures, passwords, sessions } = parts
  const handle = readAccount(input.channel, input.account, parts.areas)
  const attempted = await failures.attempt({
    account: handle?.value ?? input.account.trim().toLowerCase(),
    address: visit.limitKey,
  })
  if (attempted.kind !== 'go') return notNow(attempted)
  const found = handle === undefined ? undefined : await findUser(pool, handle)
  const isRight = await passwords.verify(found?.passwordHash, input.password)
  if (isRight === 'busy') {
    await failures.undone(attempted)
    return refused('busy')
  }
  const { address, device } = visit
  if (found === undefined || !isRight) {
    if (found !== undefined) noteFailure(parts, found.user.id, visit)
    return refused('wrong_credentials')
  }
  const { user } = found
  const token = await inTransaction(pool, async (client) => {
    // The password may have been changed while this one was judged, and every session ended: then this is none.
    if ((await holdPasswordHash(client, user.id)) !== found.passwordHash) return undefined
    await insertLogin(client, { userId: user.id, succeeded: true, address, device, atMs: clock.now() })
    return await sessions.open(client, user.id, visit)
  })
  if (token === undefined) return refused('wrong_credentials')
  await failures.succeeded(attempted)
  return { kind: 'entered', token, user }
}

/** Beside the answer, which must not take longer for an account that exists. */
function noteFailure(
  { pool, clock, log }: EntryParts,
  userId: number,
  { address, device }: ClientInfo,
): void {
  insertLogin(pool, { userId, succeeded: false, address, device, atMs: clock.now() }).catch(
    (fault: unknown) => log.error({ fault }, 'a failed login was not noted'),
  )
}
