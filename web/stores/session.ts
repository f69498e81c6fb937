import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

/** Who is logged in, as far as the browser knows: the token, or none. Only the server knows whether it still holds. */
export type Session = ReadableStore<string | undefined> & {
  readonly start: (token: string) => void
  readonly end: () => void
  /** Another tab may have logged in or out: take what is stored now. */
  readonly reread: () => void
}

export const sessionStorageKey = 'openlot.session'

export function createSession(stored: StoredText): Session {
  const token = createValueStore(stored.read())
  const put = (next: string | undefined) => {
    stored.write(next)
    token.set(next)
  }
  return {
    getSnapshot: token.getSnapshot,
    subscribe: token.subscribe,
    start: put,
    end: () => put(undefined),
    reread: () => token.set(stored.read()),
  }
}
