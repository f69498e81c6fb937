import type { Following, FollowParts, Funds, FundsState } from '#web/account/funds-types.ts'
import { createValueStore } from '#web/platform/value-store.ts'
import type { Session } from '#web/stores/session.ts'

type Parts = Omit<FollowParts, 'show'> & {
  readonly session: Session
  /** Fetched with the first session: somebody who only looks around needs none of it. */
  readonly load: () => Promise<(parts: FollowParts) => Following>
}

const loading = { kind: 'loading' } as const

/** What the account of the session comes to, held by the app so that it stays true while no screen looks. */
export function createFunds({ session, load, ...parts }: Parts): Funds {
  const state = createValueStore<FundsState>(loading)
  let of: string | undefined
  let following: Following | undefined

  async function refresh(): Promise<void> {
    const token = of
    if (token === undefined) return
    const follow = await load().catch(() => undefined)
    // Another session has its own.
    if (of !== token) return
    if (follow === undefined) return showFailed()
    following ??= follow({ ...parts, show: state.set })
    await following.refresh()
  }
  function showFailed(): void {
    if (state.getSnapshot() === loading) state.set({ kind: 'failed' })
  }
  function sessionChanged(): void {
    const token = session.getSnapshot()
    if (token === of) return
    of = token
    following?.end()
    following = undefined
    state.set(loading)
    void refresh()
  }
  session.subscribe(sessionChanged)
  sessionChanged()
  return { getSnapshot: state.getSnapshot, subscribe: state.subscribe, refresh }
}
