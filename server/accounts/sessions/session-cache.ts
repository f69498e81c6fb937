import type { StoredSession } from '#server/accounts/sessions/sessions-store.ts'

/** As long as a session that ended elsewhere may live on here, should the news of its end get lost. */
const oldestMs = 30_000
const mostKept = 50_000

type Kept = { readonly session: StoredSession; readonly readAtMs: number }

/** Sessions as they were read a moment ago, so that not every call asks the database who is calling. */
export function createSessionCache() {
  const byToken = new Map<string, Kept>()
  const tokenOf = new Map<number, string>()
  /** Counts endings: what was read before one must not be kept after it. */
  let endings = 0

  function forget(token: string, id: number): void {
    byToken.delete(token)
    tokenOf.delete(id)
  }
  return {
    endings: () => endings,
    find(token: string, nowMs: number): StoredSession | undefined {
      const kept = byToken.get(token)
      if (kept === undefined) return undefined
      const isFresh = nowMs - kept.readAtMs < oldestMs && kept.session.expiresAtMs > nowMs
      if (!isFresh) forget(token, kept.session.id)
      return isFresh ? kept.session : undefined
    },
    keep(token: string, session: StoredSession, nowMs: number, endingsWhenRead: number): void {
      if (endings !== endingsWhenRead) return
      if (byToken.size >= mostKept) this.clear()
      byToken.set(token, { session, readAtMs: nowMs })
      tokenOf.set(session.id, token)
    },
    end(id: number): void {
      endings += 1
      const token = tokenOf.get(id)
      if (token !== undefined) forget(token, id)
    },
    clear(): void {
      endings += 1
      byToken.clear()
      tokenOf.clear()
    },
  }
}
