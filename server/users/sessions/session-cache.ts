import type { StoredSession } from '#server/users/sessions/sessions-store.ts'

/** How long an ended session can stay valid in this process if its notification is lost. */
const ttlMs = 30_000
const maxEntries = 50_000

type CacheEntry = { readonly session: StoredSession; readonly readAtMs: number }

/** Caches sessions by token, so that not every request reads the database. */
export function createSessionCache() {
  const byToken = new Map<string, CacheEntry>()
  const tokenOf = new Map<number, string>()
  /** Increased whenever a session ends. A session that was read before the last increase is not cached. */
  let generation = 0

  function forget(token: string, id: number): void {
    byToken.delete(token)
    tokenOf.delete(id)
  }
  return {
    generation: () => generation,
    find(token: string, nowMs: number): StoredSession | undefined {
      const entry = byToken.get(token)
      if (entry === undefined) return undefined
      const isFresh = nowMs - entry.readAtMs < ttlMs && entry.session.expiresAtMs > nowMs
      if (!isFresh) forget(token, entry.session.id)
      return isFresh ? entry.session : undefined
    },
    add(token: string, session: StoredSession, nowMs: number, generationWhenRead: number): void {
      if (generation !== generationWhenRead) return
      if (byToken.size >= maxEntries) this.clear()
      byToken.set(token, { session, readAtMs: nowMs })
      tokenOf.set(session.id, token)
    },
    end(id: number): void {
      generation += 1
      const token = tokenOf.get(id)
      if (token !== undefined) forget(token, id)
    },
    clear(): void {
      generation += 1
      byToken.clear()
      tokenOf.clear()
    },
  }
}
