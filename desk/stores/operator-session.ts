import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { createSession, type Session } from '#browser/session/session.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

/** Who ended the session: `left` the operator, `over` the server, `unattended` the idle timeout. */
export type SignOutReason = 'left' | 'over' | 'unattended'

/** The session of an operator. The server may have ended it meanwhile. */
export type OperatorSession = Omit<Session, 'end'> & {
  readonly end: (reason: SignOutReason) => void
  /** Undefined while signed in, and before the first sign-in on this page. */
  readonly signOutReason: ReadableStore<SignOutReason | undefined>
}

export const sessionStorageKey = 'openlot.desk_session'

export function createOperatorSession(stored: StoredText): OperatorSession {
  const session = createSession(stored)
  const signOutReason = createValueStore<SignOutReason | undefined>(undefined)
  return {
    ...session,
    signOutReason,
    start(token) {
      signOutReason.set(undefined)
      session.start(token)
    },
    end(reason) {
      // The session has already ended: keeps the first reason.
      if (session.getSnapshot() === undefined) return
      signOutReason.set(reason)
      session.end()
    },
  }
}
