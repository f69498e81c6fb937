import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/account/contact.ts'
import { parseDemoId, type User } from '#core/account/user.ts'
import { mostNameTries, newUid } from '#server/accounts/account-ids.ts'
import {
  type ClientInfo,
  type Denied,
  type EntryParts,
  type LoggedIn,
  notNow,
  tooMany,
} from '#server/accounts/authentication/authentication-parts.ts'
import { readAccount } from '#server/accounts/authentication/credentials.ts'
import { insertLogin } from '#server/accounts/authentication/logins-store.ts'
import { findDemoUser, findUser, holdPasswordHash, insertDemoUser } from '#server/accounts/users-store.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import { hashToken } from '#server/platform/tokens.ts'
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

/** Whoever holds the id holds the account; the first who comes with it gets a new one. */
export async function logInDemo(
  parts: EntryParts,
  newDemos: TokenBuckets,
  demoId: string,
  visit: ClientInfo,
): Promise<LoggedIn | Denied> {
  const id = parseDemoId(demoId)
  if (id === undefined) return refused('invalid_input', { field: 'demo_id' })
  const demoKey = hashToken(id)
  const present = await findDemoUser(parts.pool, demoKey)
  if (present !== undefined) return await enter(parts, present, visit)
  if (parts.limits) {
    const admission = newDemos.take(visit.limitKey)
    if (!admission.ok) return tooMany(admission.retryAfterSeconds)
  }
  return await enter(parts, await make(parts, demoKey), visit)
}

/** Two requests with one new id make one account. */
async function make({ pool, random, clock }: EntryParts, demoKey: Uint8Array): Promise<User> {
  for (let attempt = 0; attempt < mostNameTries; attempt++) {
    const fresh = { uid: newUid(random), demoKey, createdAtMs: clock.now() }
    const user = (await insertDemoUser(pool, fresh)) ?? (await findDemoUser(pool, demoKey))
    if (user !== undefined) return user
  }
  throw new Error('no free name was drawn')
}

async function enter(
  { pool, sessions, clock }: EntryParts,
  user: User,
  visit: ClientInfo,
): Promise<LoggedIn> {
  const { address, device } = visit
  const token = await inTransaction(pool, async (client) => {
    await insertLogin(client, { userId: user.id, succeeded: true, address, device, atMs: clock.now() })
    return await sessions.open(client, user.id, visit)
  })
  return { kind: 'entered', token, user }
}
