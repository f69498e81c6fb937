import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/user/contact.ts'
import { parseDemoId, type User } from '#core/user/user.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'
import {
  type AuthenticationParts,
  type ClientInfo,
  type Denied,
  type LoggedIn,
  lockoutRefusal,
  tooManyRequests,
} from '#server/users/authentication/authentication-parts.ts'
import { parseLoginHandle } from '#server/users/authentication/credentials.ts'
import { insertLogin } from '#server/users/authentication/logins-store.ts'
import { generateUid, maxIdAttempts } from '#server/users/user-ids.ts'
import {
  findDemoUser,
  findUser,
  insertDemoUser,
  lockDemoUser,
  lockPasswordHash,
  writeLanguage,
} from '#server/users/users-store.ts'

export type LogInInput = { readonly channel: Channel; readonly account: string; readonly password: string }

/** Does the same work and gives the same answer for an unknown account and for a wrong password. */
export async function logIn(
  parts: AuthenticationParts,
  input: LogInInput,
  clientInfo: ClientInfo,
): Promise<LoggedIn | Denied> {
  const { pool, clock, lockout, passwords, sessions } = parts
  const handle = parseLoginHandle(input.channel, input.account, parts.areas)
  const attempt = await lockout.attempt({
    account: handle?.value ?? input.account.trim().toLowerCase(),
    address: clientInfo.limitKey,
  })
  if (attempt.kind !== 'allowed') return lockoutRefusal(attempt)
  const found = handle === undefined ? undefined : await findUser(pool, handle)
  const isCorrect = await passwords.verify(found?.passwordHash, input.password)
  if (isCorrect === 'busy') {
    await lockout.withdraw(attempt)
    return refused('busy')
  }
  const { address, device } = clientInfo
  if (found === undefined || !isCorrect) {
    if (found !== undefined) recordFailedLogin(parts, found.user.id, clientInfo)
    return refused('wrong_credentials')
  }
  const { user } = found
  const token = await inTransaction(pool, async (client) => {
    // A password change after the hash was read has ended all sessions, so this login must fail, too.
    if ((await lockPasswordHash(client, user.id)) !== found.passwordHash) return undefined
    await insertLogin(client, { userId: user.id, succeeded: true, address, device, atMs: clock.now() })
    await keepLanguage(client, user.id, clientInfo)
    return await sessions.open(client, user.id, clientInfo)
  })
  if (token === undefined) return refused('wrong_credentials')
  await lockout.succeeded(attempt)
  return { kind: 'logged_in', token, user }
}

/** A request that names no language leaves the user's as it is. */
async function keepLanguage(
  client: PoolClient,
  userId: number,
  { statedLanguage }: ClientInfo,
): Promise<void> {
  if (statedLanguage !== undefined) await writeLanguage(client, userId, statedLanguage)
}

/** Not awaited: the answer must not take longer for an existing account. */
function recordFailedLogin(
  { pool, clock, log }: AuthenticationParts,
  userId: number,
  { address, device }: ClientInfo,
): void {
  insertLogin(pool, { userId, succeeded: false, address, device, atMs: clock.now() }).catch(
    (fault: unknown) => log.error({ fault }, 'could not record a failed login'),
  )
}

/** The demo id is the only credential. An unknown or revoked id creates a demo account. */
export async function logInDemo(
  parts: AuthenticationParts,
  newDemos: TokenBuckets,
  demoId: string,
  clientInfo: ClientInfo,
): Promise<LoggedIn | Denied> {
  const id = parseDemoId(demoId)
  if (id === undefined) return refused('invalid_input', { field: 'demo_id' })
  const demoKey = hashToken(id)
  const present = await findDemoUser(parts.pool, demoKey)
  const loggedIn =
    present === undefined ? undefined : await openDemoSession(parts, present, demoKey, clientInfo)
  if (loggedIn !== undefined) return loggedIn
  if (parts.limits) {
    const admission = newDemos.take(clientInfo.limitKey)
    if (!admission.ok) return tooManyRequests(admission.retryAfterSeconds)
  }
  const created = await openDemoSession(
    parts,
    await createDemoUser(parts, demoKey, clientInfo),
    demoKey,
    clientInfo,
  )
  // Only accounts that are at least 30 days old are revoked.
  if (created === undefined) throw new Error('the id of a new demo account was revoked')
  return created
}

/** Concurrent requests with the same new demo id create one account. */
async function createDemoUser(
  { pool, random, clock }: AuthenticationParts,
  demoKey: Uint8Array,
  { language }: ClientInfo,
): Promise<User> {
  for (let attempt = 0; attempt < maxIdAttempts; attempt++) {
    const fresh = { uid: generateUid(random), demoKey, language, createdAtMs: clock.now() }
    const user = (await insertDemoUser(pool, fresh)) ?? (await findDemoUser(pool, demoKey))
    if (user !== undefined) return user
  }
  throw new Error('could not generate an unused uid')
}

/** Undefined if the demo id was revoked after the user was found. */
async function openDemoSession(
  { pool, sessions, clock }: AuthenticationParts,
  user: User,
  demoKey: Uint8Array,
  clientInfo: ClientInfo,
): Promise<LoggedIn | undefined> {
  const { address, device } = clientInfo
  const token = await inTransaction(pool, async (client) => {
    if (!(await lockDemoUser(client, user.id, demoKey))) return undefined
    await insertLogin(client, { userId: user.id, succeeded: true, address, device, atMs: clock.now() })
    await keepLanguage(client, user.id, clientInfo)
    return await sessions.open(client, user.id, clientInfo)
  })
  return token === undefined ? undefined : { kind: 'logged_in', token, user }
}
