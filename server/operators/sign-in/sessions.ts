import { recordAudit } from '#server/audit/audit.ts'
import type { OperatorsParts, Place, SessionOperator } from '#server/operators/operator-types.ts'
import {
  endSession,
  endSurplusSessions,
  findSession,
  insertSession,
  noteUse,
} from '#server/operators/sign-in/operator-sessions-store.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

const idleMs = 30 * 60_000
const longestMs = 12 * 3_600_000
const noteUseEveryMs = 60_000
const mostSessions = 10

export type Sessions = ReturnType<typeof createSessions>

/**
 * A session ends after half an hour without use and after twelve hours in all. Use is written at most once a minute, so it
 * may end up to a minute early. Role and standing are read each time: a change of them is in force at once.
 */
export function createSessions({ pool, clock, random }: OperatorsParts) {
  async function open(client: PoolClient, operatorId: number, place: Place): Promise<string> {
    const token = newToken(random)
    const at = new Date(clock.now())
    await insertSession(client, {
      operatorId,
      tokenHash: hashToken(token),
      address: place.address,
      device: place.device,
      at,
    })
    await endSurplusSessions(client, { operatorId, most: mostSessions, at })
    return token
  }

  async function identify(token: string): Promise<SessionOperator | undefined> {
    const now = clock.now()
    const found = await findSession(pool, hashToken(token), {
      usedAfter: new Date(now - idleMs),
      openedAfter: new Date(now - longestMs),
    })
    if (found === undefined) return undefined
    const { lastSeenAt, ...session } = found
    if (now - lastSeenAt.getTime() >= noteUseEveryMs) await noteUse(pool, session.sessionId, new Date(now))
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

  return { open, identify, signOut }
}
