import { createValueStore, type Store } from '#desk/platform/value-store.ts'
import type { StoredText } from '#desk/stores/stored-text.ts'

/** Who ended the session: `left` the operator, `over` the server, `unattended` the idle timeout. `none`: no one. */
export type SignOutReason = 'none' | 'left' | 'over' | 'unattended'

/** The session as the browser knows it. The server may have ended it meanwhile. */
export type SessionState =
  | { readonly kind: 'signed_in'; readonly token: string }
  | { readonly kind: 'signed_out'; readonly reason: SignOutReason }

export type Session = Store<SessionState> & {
  readonly token: () => string | undefined
  readonly start: (token: string) => void
  readonly end: (reason: Exclude<SignOutReason, 'none'>) => void
}

export const sessionStorageKey = 'openlot.desk_session'

/** Stores the token in sessionStorage, so that closing the tab signs out. */
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
    end(reason) {
      // The session has already ended: keeps the first reason.
      if (token() === undefined) return
      stored.write(undefined)
      state.set({ kind: 'signed_out', reason })
    },
  }
}

function tokenOf(state: SessionState): string | undefined {
  return state.kind === 'signed_in' ? state.token : undefined
}
