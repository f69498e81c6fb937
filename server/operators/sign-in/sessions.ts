import { recordAudit } from '#server/audit/audit.ts'
import type {
  Operator,
  OperatorsParts,
  SessionOperator,
  SignInOrigin,
} from '#server/operators/operator-types.ts'
import { readOperator } from '#server/operators/operators-store.ts'
import {
  endSession,
  endSessionsBeyond,
  findLiveSessions,
  findSession,
  insertSession,
  updateLastSeen,
} from '#server/operators/sign-in/operator-sessions-store.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

const idleMs = 30 * 60_000
const longestMs = 12 * 3_600_000
const lastSeenIntervalMs = 60_000
const maxSessions = 10

export type SignedIn = { readonly kind: 'session'; readonly token: string; readonly operator: Operator }

export type Sessions = ReturnType<typeof createSessions>

/**
 * A session ends after 30 minutes without use, and at the latest after 12 hours. The last use is written at most once a
 * minute, so a session may end up to a minute early. Role and status are read on every request, so changes apply at
 * once.
 */
export function createSessions({ pool, clock, random }: OperatorsParts) {
  async function open(client: PoolClient, operatorId: number, place: SignInOrigin): Promise<string> {
    const token = newToken(random)
    const at = new Date(clock.now())
    await insertSession(client, {
      operatorId,
      tokenHash: hashToken(token),
      address: place.address,
      device: place.device,
      at,
    })
    await endSessionsBeyond(client, { operatorId, limit: maxSessions, at })
    return token
  }

  function liveBounds(now: number) {
    return { usedAfter: new Date(now - idleMs), openedAfter: new Date(now - longestMs) }
  }

  async function authenticate(token: string): Promise<SessionOperator | undefined> {
    const now = clock.now()
    const found = await findSession(pool, hashToken(token), liveBounds(now))
    if (found === undefined) return undefined
    const { lastSeenAt, ...session } = found
    if (now - lastSeenAt.getTime() >= lastSeenIntervalMs)
      await updateLastSeen(pool, session.sessionId, new Date(now))
    return session
  }

  async function signOut(by: SessionOperator, address: string): Promise<void> {
    await inTransaction(pool, async (client) => {
      await endSession(client, by.sessionId, new Date(clock.now()))
      await recordAudit(client, {
        operatorId: by.operatorId,
        who: by.email,
        action: 'signed_out',
        subject: `operator:${by.operatorId}`,
        address,
      })
    })
  }

  /** Those among these sessions that have not ended, with the present role. Does not extend them. */
  async function findLive(
    sessionIds: readonly number[],
  ): Promise<readonly Pick<SessionOperator, 'sessionId' | 'role'>[]> {
    return await findLiveSessions(pool, sessionIds, liveBounds(clock.now()))
  }

  return { open, authenticate, findLive, signOut }
}

export async function signedIn(client: PoolClient, token: string, operatorId: number): Promise<SignedIn> {
  const operator = await readOperator(client, operatorId)
  if (operator === undefined) throw new Error('the operator no longer exists')
  return { kind: 'session', token, operator }
}
