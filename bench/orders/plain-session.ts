import type { Pool } from 'pg'
import { findPerson } from '#bench/orders/plain-store.ts'
import { readToken } from '#contract/headers.ts'
import { hashToken } from '#server/platform/tokens.ts'

/** As long as ours keeps what it read of a session. */
const keptMs = 30_000

/** Who is asking, by the token: read from the database at most every half minute. */
export function createPlainSession(pool: Pool) {
  const kept = new Map<string, { readonly userId: number; readonly untilMs: number }>()
  return async function identify(header: string | undefined): Promise<number | undefined> {
    const token = readToken(header)
    if (token === undefined) return undefined
    const known = kept.get(token)
    if (known !== undefined && known.untilMs > Date.now()) return known.userId
    const userId = await findPerson(pool, hashToken(token))
    if (userId !== undefined) kept.set(token, { userId, untilMs: Date.now() + keptMs })
    return userId
  }
}
