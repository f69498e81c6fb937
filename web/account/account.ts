import type { SessionAnswer, UserFields } from '#contract/calls/session.ts'
import { readUserInfo } from '#web/calls/account.ts'
import type { Call } from '#web/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type { Session } from '#web/stores/session.ts'

/** Who is logged in. `unknown` is a session whose user could not be fetched: the server still knows. */
export type AccountState =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'loading' }
  /** `token` is the session that the user was fetched in or logged in with. */
  | { readonly kind: 'known'; readonly user: UserFields; readonly token: string }
  | { readonly kind: 'unknown' }

export type Account = ReadableStore<AccountState> & {
  /** A login, a registration or a demo account has opened a session. */
  readonly setSession: (answer: SessionAnswer) => void
  /** Fetches the user anew; what was known stays until then, and when it fails. */
  readonly refresh: () => Promise<void>
}

type Parts = { readonly call: Call; readonly session: Session }

/** The user of the session, fetched when one begins, here or in another tab, and forgotten when it ends. */
export function createAccount({ call, session }: Parts): Account {
  const state = createValueStore<AccountState>({ kind: 'visitor' })
  let of: string | undefined

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
    if (token === of) return
    of = token
    state.set(token === undefined ? { kind: 'visitor' } : { kind: 'loading' })
    void refresh()
  }
  session.subscribe(sessionChanged)
  sessionChanged()
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    setSession({ token, user }) {
      // Known before the session begins, so that no screen has to wait for what was just told.
      of = token
      state.set({ kind: 'known', user, token })
      session.start(token)
    },
    refresh,
  }
}
