import { dayMs } from '#core/candle/period.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Log } from '#server/platform/log.ts'
import type { Random } from '#server/platform/random.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { inTransaction, type Listen, type Pool, type PoolClient } from '#server/storage/storage.ts'
import { createSessionBatchLoader } from '#server/users/sessions/session-batch-loader.ts'
import { createSessionCache } from '#server/users/sessions/session-cache.ts'
import {
  deleteEndedSessions,
  endAllSessions,
  endExpiredSessions,
  endSessions,
  extendSession,
  findSessions,
  heartbeatPayload,
  insertSession,
  type ListedSession,
  readEndedSince,
  readSessions,
  type SessionSelector,
  type StoredSession,
  sendHeartbeat,
  sessionsEndedChannel,
} from '#server/users/sessions/sessions-store.ts'
import { lockUser } from '#server/users/users-store.ts'

const hourMs = 3_600_000
const lifetimeMs = 30 * dayMs
/** The expiry is extended at most this often, so that a busy user costs one write an hour. */
export const extendAfterMs = hourMs
const maxSessions = 20
const keptAfterEndMs = 30 * dayMs
/** Allows for clock differences between processes. */
const clockSkewMs = 2 * 60_000

export type SessionParts = {
  readonly pool: Pool
  readonly listen: Listen
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export type SessionOrigin = { readonly address: string; readonly device: string }

/** Sessions of users. The database stores only hashes of tokens. */
export async function createSessions({ pool, listen, clock, random, log }: SessionParts) {
  const cache = createSessionCache()
  const readSession = createSessionBatchLoader((hashes) => findSessions(pool, hashes, clock.now()))
  const handlers = new Set<(sessionId: number) => void>()

  function notifyEnded(ids: readonly number[]): void {
    for (const id of ids) {
      cache.end(id)
      for (const handler of handlers) handler(id)
    }
  }
  let notifiedAtMs = clock.now()
  let hasGap = false
  /** Reads the sessions that ended since the last notification. If that fails, every sweep tries again. */
  async function catchUp(): Promise<void> {
    hasGap = true
    cache.clear()
    notifyEnded(await readEndedSince(pool, notifiedAtMs - clockSkewMs))
    hasGap = false
    notifiedAtMs = clock.now()
  }
  const stop = await listen(sessionsEndedChannel, {
    onMessage(payload) {
      if (!hasGap) notifiedAtMs = clock.now()
      if (payload !== heartbeatPayload) notifyEnded(payload.split(',').map(Number))
    },
    onReconnect: () => {
      catchUp().catch((fault: unknown) =>
        log.error({ fault }, 'could not read the sessions that ended while LISTEN was disconnected'),
      )
    },
  })

  /** Sliding expiry. */
  async function extendIfDue(session: StoredSession, nowMs: number): Promise<StoredSession> {
    if (nowMs - session.lastSeenAtMs < extendAfterMs) return session
    const expiresAtMs = nowMs + lifetimeMs
    await extendSession(pool, session.id, nowMs, expiresAtMs)
    return { ...session, lastSeenAtMs: nowMs, expiresAtMs }
  }

  return {
    /** Runs in the caller's transaction. The returned token is never stored. */
    async open(client: PoolClient, userId: number, origin: SessionOrigin): Promise<string> {
      await lockUser(client, userId)
      const token = newToken(random)
      const nowMs = clock.now()
      const expiresAtMs = nowMs + lifetimeMs
      await insertSession(client, { userId, tokenHash: hashToken(token), ...origin, nowMs, expiresAtMs })
      await endSessions(client, userId, { beyond: maxSessions }, nowMs)
      return token
    },
    async authenticate(token: string): Promise<SessionUser | undefined> {
      const nowMs = clock.now()
      const present = cache.find(token, nowMs)
      if (present !== undefined) return toSessionUser(present)
      const generation = cache.generation()
      const found = await readSession(hashToken(token))
      if (found === undefined) return undefined
      const session = await extendIfDue(found, nowMs)
      cache.add(token, session, nowMs, generation)
      return toSessionUser(session)
    },
    /** Runs in the caller's transaction. Call `notifyEnded` after its commit. */
    end: (client: PoolClient, userId: number, which: SessionSelector) =>
      endSessions(client, userId, which, clock.now()),
    /** All sessions of these users. Runs in the caller's transaction, as `end` does. */
    endAll: (client: PoolClient, userIds: readonly number[]) => endAllSessions(client, userIds, clock.now()),
    notifyEnded,
    async endNow(userId: number, which: SessionSelector): Promise<number> {
      const ids = await inTransaction(pool, (client) => endSessions(client, userId, which, clock.now()))
      notifyEnded(ids)
      return ids.length
    },
    list: (userId: number): Promise<readonly ListedSession[]> => readSessions(pool, userId, clock.now()),
    /** Called for every session that ends, in any process. Returns the unsubscribe function. */
    onEnded(handler: (sessionId: number) => void): () => void {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    async sweep(): Promise<void> {
      const nowMs = clock.now()
      if (hasGap) await catchUp()
      await sendHeartbeat(pool)
      await deleteInBatches(async (limit) => {
        const ids = await inTransaction(pool, (client) => endExpiredSessions(client, nowMs, limit))
        notifyEnded(ids)
        return ids.length
      })
      await deleteInBatches((limit) => deleteEndedSessions(pool, nowMs - keptAfterEndMs, limit))
    },
    stop,
  }
}

export type Sessions = Awaited<ReturnType<typeof createSessions>>

export type SessionUser = { readonly userId: number; readonly sessionId: number; readonly isDemo: boolean }

function toSessionUser({ userId, id, isDemo }: StoredSession): SessionUser {
  return { userId, sessionId: id, isDemo }
}
