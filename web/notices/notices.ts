import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { Session } from '#browser/session/session.ts'

export type NoticesState = {
  /** Undefined until it is known, and for visitors. */
  readonly unread: number | undefined
  /** Id of the newest notice. */
  readonly lastId: number | undefined
  /** The newest notice that this page has marked as read. */
  readonly readUpTo: number
}

/** The notices of one session. */
export type NoticesSync = {
  /** The network or the page is back. */
  readonly wake: () => void
  readonly markRead: (upTo: number) => void
  readonly stop: () => void
}

export type NoticesStore = {
  readonly get: () => NoticesState
  readonly update: (change: Partial<NoticesState>) => void
}

export type Notices = ReadableStore<NoticesState> & Pick<NoticesSync, 'markRead'>

type Parts = {
  readonly session: Session
  readonly onWake: (handler: () => void) => void
  /** Loads the code with the first session: a visitor does not need it. */
  readonly load: () => Promise<(store: NoticesStore) => NoticesSync>
}

const unknown: NoticesState = { unread: undefined, lastId: undefined, readUpTo: 0 }

/** How many notices of the user are unread. Forgotten when the session ends. */
export function createNotices({ session, onWake, load }: Parts): Notices {
  const state = createValueStore(unknown)
  let token: string | undefined
  let sync: NoticesSync | undefined

  /** A failed load is tried again when the network or the page is back. */
  async function start(): Promise<void> {
    const wanted = token
    if (wanted === undefined) return
    const startSync = await load().catch(() => undefined)
    if (token !== wanted || sync !== undefined) return
    sync = startSync?.({
      get: state.getSnapshot,
      update: (change) => state.set({ ...state.getSnapshot(), ...change }),
    })
  }
  function sessionChanged(): void {
    if (session.getSnapshot() === token) return
    token = session.getSnapshot()
    sync?.stop()
    sync = undefined
    state.set(unknown)
    void start()
  }
  session.subscribe(sessionChanged)
  sessionChanged()
  onWake(() => (sync === undefined ? void start() : sync.wake()))
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    markRead: (upTo) => sync?.markRead(upTo),
  }
}
