import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

/** The session token, or undefined for a visitor. Only the server can tell whether the token is still valid. */
export type Session = ReadableStore<string | undefined> & {
  readonly start: (token: string) => void
  readonly end: () => void
  /** Reads the stored token again: another tab may have logged in or out. */
  readonly reread: () => void
}

export function createSession(stored: StoredText): Session {
  const token = createValueStore(stored.read())
  const save = (next: string | undefined) => {
    stored.write(next)
    token.set(next)
  }
  return {
    getSnapshot: token.getSnapshot,
    subscribe: token.subscribe,
    start: save,
    end: () => save(undefined),
    reread: () => token.set(stored.read()),
  }
}
