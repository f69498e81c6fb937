import { refused } from '#contract/outcome.ts'
import { parseDemoId } from '#core/account/demo-id.ts'
import type { User } from '#core/account/user.ts'
import {
  type ClientInfo,
  type Denied,
  type EntryParts,
  type LoggedIn,
  tooMany,
} from '#server/accounts/entry/entry-parts.ts'
import { insertLogin } from '#server/accounts/sessions/logins-store.ts'
import { mostNameTries, newUid } from '#server/accounts/users/new-names.ts'
import { findDemoUser, insertDemoUser } from '#server/accounts/users/users-store.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction } from '#server/storage/storage.ts'

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
