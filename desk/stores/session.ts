import { createValueStore, type Store } from '#desk/platform/value-store.ts'
import type { StoredText } from '#desk/stores/stored-text.ts'

/** Why nobody is signed in: nobody was, they left, the server ended it, or nobody had been at the desk for too long. */
export type SignOutReason = 'none' | 'left' | 'over' | 'unattended'

/** Who is at the desk, as far as the browser knows. Only the server knows whether a token still holds. */
export type SessionState =
  | { readonly kind: 'signed_in'; readonly token: string }
  | { readonly kind: 'signed_out'; readonly reason: SignOutReason }

export type Session = Store<SessionState> & {
  readonly token: () => string | undefined
  readonly start: (token: string) => void
  readonly end: (because: Exclude<SignOutReason, 'none'>) => void
}

export const sessionStorageKey = 'openlot.desk_session'

/** The text lies in sessionStorage: closing the tab ends the session here. */
export function createSession(stored: StoredText): Session {
  const known = stored.read()
  const state = createValueStore<SessionState>(
    known === undefined ? { kind: 'signed_out', reason: 'none' } : { kind: 'signed_in', token: known },
  )
  const token = () => tokenOf(state.get())
  return {
    get: state.get,
    subscribe: state.subscribe,
    token,
    start(next) {
      stored.write(next)
      state.set({ kind: 'signed_in', token: next })
    },
    end(because) {
      // Whoever is out already was told why.
      if (token() === undefined) return
      stored.write(undefined)
      state.set({ kind: 'signed_out', reason: because })
    },
  }
}

function tokenOf(state: SessionState): string | undefined {
  return state.kind === 'signed_in' ? state.token : undefined
}
