import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { Session } from '#browser/session/session.ts'
import type { SessionAnswer, UserFields } from '#contract/calls/session.ts'
import { readUserInfo } from '#web/calls/account.ts'

/** The user of the session. `unknown`: there is a session, but its user could not be fetched. */
export type CurrentUserState =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'loading' }
  /** `token` identifies the session the user belongs to. */
  | { readonly kind: 'known'; readonly user: UserFields; readonly token: string }
  | { readonly kind: 'unknown' }

export type CurrentUser = ReadableStore<CurrentUserState> & {
  /** Starts the session that a login, registration or demo login has opened. */
  readonly setSession: (answer: SessionAnswer) => void
  /** Fetches the user again. The current user stays until the answer arrives, and if the fetch fails. */
  readonly refresh: () => Promise<void>
}

type Parts = { readonly call: Call; readonly session: Session }

/** Fetches the user when a session begins, in this tab or another, and clears it when the session ends. */
export function createCurrentUser({ call, session }: Parts): CurrentUser {
  const state = createValueStore<CurrentUserState>({ kind: 'visitor' })
  let currentToken: string | undefined

  async function refresh(): Promise<void> {
    const token = session.getSnapshot()
    if (token === undefined) return
    const user = await readUserInfo(call).catch(() => undefined)
    if (session.getSnapshot() !== token) return
    if (user !== undefined) state.set({ kind: 'known', user, token })
    else if (state.getSnapshot().kind === 'loading') state.set({ kind: 'unknown' })
  }
  function sessionChanged(): void {
    const token = session.getSnapshot()
    if (token === currentToken) return
    currentToken = token
    state.set(token === undefined ? { kind: 'visitor' } : { kind: 'loading' })
    void refresh()
  }
  session.subscribe(sessionChanged)
  sessionChanged()
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    setSession({ token, user }) {
      // Set before the session starts, so that no screen waits for a user that is already known.
      currentToken = token
      state.set({ kind: 'known', user, token })
      session.start(token)
    },
    refresh,
  }
}
