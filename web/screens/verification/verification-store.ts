import type { Call } from '#browser/calls/call-request.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import { readIdentity } from '#web/calls/identity.ts'
import type { CurrentUser } from '#web/user/current-user.ts'

type VerificationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly identity: IdentityCenterAnswer }

export type VerificationStore = ReadableStore<VerificationState> & {
  readonly refresh: () => Promise<void>
  /** Reads now, and polls while the identity is under review. Returns a function that stops polling. */
  readonly watch: () => () => void
}

type VerificationStoreParts = {
  readonly call: Call
  readonly currentUser: CurrentUser
  readonly timers: Timers
  /** False while the page is in the background. Polling pauses then. */
  readonly isShown: () => boolean
}

/** Short enough, because a person reviews the identity, which takes minutes at best. */
export const pollIntervalMs = 15_000

const underReview = 1

/** Verification status of the user, kept up to date while it is watched. */
export function createVerificationStore({
  call,
  currentUser,
  timers,
  isShown,
}: VerificationStoreParts): VerificationStore {
  const state = createValueStore<VerificationState>({ kind: 'loading' })
  let isWatched = false
  let cancelTimer: CancelTimer = () => undefined
  let latestRequest = 0

  async function refresh(): Promise<void> {
    latestRequest += 1
    const request = latestRequest
    cancelTimer()
    const identity = await readIdentity(call).catch(() => undefined)
    // A newer request supersedes this one.
    if (request !== latestRequest) return
    if (identity !== undefined) applyIdentity(identity)
    else if (state.getSnapshot().kind === 'loading') state.set({ kind: 'failed' })
    schedulePoll()
  }
  function applyIdentity(identity: IdentityCenterAnswer): void {
    state.set({ kind: 'known', identity })
    const known = currentUser.getSnapshot()
    if (known.kind === 'known' && known.user.review_status !== identity.review_status)
      void currentUser.refresh()
  }
  function schedulePoll(): void {
    const now = state.getSnapshot()
    if (!isWatched || now.kind !== 'known' || now.identity.review_status !== underReview) return
    cancelTimer = timers.after(pollIntervalMs, () => {
      if (isShown()) void refresh()
      else schedulePoll()
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
