import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import type { Account } from '#web/account/account.ts'
import type { Call } from '#web/calls/call-request.ts'
import { readIdentity } from '#web/calls/identity.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

export type IdentityState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly identity: IdentityCenterAnswer }

export type IdentityCheck = ReadableStore<IdentityState> & {
  readonly refresh: () => Promise<void>
  /** Asks now, and again every while as long as a decision is awaited. Returns the way out. */
  readonly watch: () => () => void
}

export type IdentityCheckParts = {
  readonly call: Call
  readonly account: Account
  readonly timers: Timers
  /** Nobody looks at a page in the background, so nothing is asked for it. */
  readonly isShown: () => boolean
}

/** A person decides, which takes minutes at best. */
export const askAgainMs = 15_000

const underReview = 1

/** Where the own identity check stands, up to date while somebody looks. */
export function createIdentityCheck({ call, account, timers, isShown }: IdentityCheckParts): IdentityCheck {
  const state = createValueStore<IdentityState>({ kind: 'loading' })
  let isWatched = false
  let cancelTimer: CancelTimer = () => undefined
  let asked = 0

  async function refresh(): Promise<void> {
    asked += 1
    const number = asked
    cancelTimer()
    const identity = await readIdentity(call).catch(() => undefined)
    // A later question is nearer to the truth.
    if (number !== asked) return
    if (identity !== undefined) take(identity)
    else if (state.getSnapshot().kind === 'loading') state.set({ kind: 'failed' })
    waitAndAsk()
  }
  function take(identity: IdentityCenterAnswer): void {
    state.set({ kind: 'known', identity })
    const known = account.getSnapshot()
    if (known.kind === 'known' && known.user.review_status !== identity.review_status) void account.refresh()
  }
  function waitAndAsk(): void {
    const now = state.getSnapshot()
    if (!isWatched || now.kind !== 'known' || now.identity.review_status !== underReview) return
    cancelTimer = timers.after(askAgainMs, () => {
      if (isShown()) void refresh()
      else waitAndAsk()
    })
  }
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    refresh,
    watch() {
      isWatched = true
      void refresh()
      return () => {
        isWatched = false
        cancelTimer()
      }
    },
  }
}
