import { createSessionReader } from '#server/accounts/sessions/session-batch-loader.ts'
import { createSessionCache } from '#server/accounts/sessions/session-cache.ts'
import {
  deleteEnded,
  endExpired,
  endedSince,
  endSessions,
  findSessions,
  holdUser,
  insertSession,
  type ListedSession,
  prolongSession,
  readSessions,
  type StoredSession,
  sayStillThere,
  sessionsEndedChannel,
  stillThere,
  type Which,
} from '#server/accounts/sessions/sessions-store.ts'
import { sweepAll } from '#server/accounts/sweep-in-batches.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Random } from '#server/platform/random.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { inTransaction, type Listen, type Pool, type PoolClient } from '#server/storage/storage.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const lifetimeMs = 30 * dayMs
/** The end is moved on at most this often: a busy user is one write an hour. */
const prolongAfterMs = hourMs
const mostSessions = 20
const keptAfterEndMs = 30 * dayMs
/** What was heard last may be so much older than what was lost first: the clocks of processes differ a little. */
const marginMs = 2 * 60_000

export type SessionParts = {
  readonly pool: Pool
  readonly listen: Listen
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export type Place = { readonly address: string; readonly device: string }

/** Who is logged in where. A token is known by its hash only. */
export async function createSessions({ pool, listen, clock, random, log }: SessionParts) {
  const cache = createSessionCache()
  const readSession = createSessionReader((hashes) => findSessions(pool, hashes, clock.now()))
  const handlers = new Set<(sessionId: number) => void>()

  function ended(ids: readonly number[]): void {
    for (const id of ids) {
      cache.end(id)
      for (const handler of handlers) handler(id)
    }
  }
  let heardAtMs = clock.now()
  let hasMissed = false
  /** Reads what ended since something was last heard; until that has worked, every sweep tries again. */
  async function catchUp(): Promise<void> {
    hasMissed = true
    cache.clear()
    ended(await endedSince(pool, heardAtMs - marginMs))
    hasMissed = false
    heardAtMs = clock.now()
  }
  const stop = await listen(sessionsEndedChannel, {
    onMessage(payload) {
      if (!hasMissed) heardAtMs = clock.now()
      if (payload !== stillThere) ended(payload.split(',').map(Number))
    },
    onReconnect: () => {
      catchUp().catch((fault: unknown) => log.error({ fault }, 'sessions that ended meanwhile were not read'))
    },
  })

  /** A session that is used lives on. */
  async function prolonged(session: StoredSession, nowMs: number): Promise<StoredSession> {
    if (nowMs - session.lastSeenAtMs < prolongAfterMs) return session
    const expiresAtMs = nowMs + lifetimeMs
    await prolongSession(pool, session.id, nowMs, expiresAtMs)
    return { ...session, lastSeenAtMs: nowMs, expiresAtMs }
  }

  return {
    /** Inside the transaction that decided on it; the token leaves the server once, in the answer. */
    async open(client: PoolClient, userId: number, place: Place): Promise<string> {
      await holdUser(client, userId)
      const token = newToken(random)
      const nowMs = clock.now()
      const expiresAtMs = nowMs + lifetimeMs
      await insertSession(client, { userId, tokenHash: hashToken(token), ...place, nowMs, expiresAtMs })
      await endSessions(client, userId, { beyond: mostSessions }, nowMs)
      return token
    },
    async identify(token: string): Promise<SessionUser | undefined> {
      const nowMs = clock.now()
      const present = cache.find(token, nowMs)
      if (present !== undefined) return identified(present)
      const endings = cache.endings()
      const found = await readSession(hashToken(token))
      if (found === undefined) return undefined
      const session = await prolonged(found, nowMs)
      cache.keep(token, session, nowMs, endings)
      return identified(session)
    },
    /** Inside a transaction of the caller's; `tell` is for after its commit, since other processes hear it then. */
    end: (client: PoolClient, userId: number, which: Which) =>
      endSessions(client, userId, which, clock.now()),
    tell: ended,
    async endNow(userId: number, which: Which): Promise<number> {
      const ids = await inTransaction(pool, (client) => endSessions(client, userId, which, clock.now()))
      ended(ids)
      return ids.length
    },
    list: (userId: number): Promise<readonly ListedSession[]> => readSessions(pool, userId, clock.now()),
    /** Told of every session that ends, wherever it was ended. Ends with the returned function. */
    onEnded(handler: (sessionId: number) => void): () => void {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    async sweep(): Promise<void> {
      const nowMs = clock.now()
      if (hasMissed) await catchUp()
      await sayStillThere(pool)
      await sweepAll(async (most) => {
        const ids = await inTransaction(pool, (client) => endExpired(client, nowMs, most))
        ended(ids)
        return ids.length
      })
      await sweepAll((most) => deleteEnded(pool, nowMs - keptAfterEndMs, most))
    },
    stop,
  }
}

export type Sessions = Awaited<ReturnType<typeof createSessions>>

export type SessionUser = { readonly userId: number; readonly sessionId: number; readonly isDemo: boolean }

function identified({ userId, id, isDemo }: StoredSession): SessionUser {
  return { userId, sessionId: id, isDemo }
}
