import { isCallFailure, reasonOf } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { Session } from '#browser/session/session.ts'
import { claimSupportThread } from '#web/calls/support.ts'
import { resultOf } from '#web/support/send-item.ts'
import type { SupportOwners } from '#web/support/support-owner.ts'

type Parts = {
  readonly call: Call
  readonly owners: SupportOwners
  /** Where the visitor's token is kept. */
  readonly thread: Pick<Session, 'getSnapshot' | 'end'>
  readonly timers: Timers
  readonly random: () => number
  /** The visitor's thread belongs to the user now, or there was none. */
  readonly claimed: (userId: number) => void
}

const backoff = { minWaitMs: 2_000, baseMs: 2_000, capMs: 60_000 } as const

/**
 * Gives the thread of a visitor who has logged in to the user. Repeated until it is answered, and the token is kept until
 * then: a repeat by the same user changes nothing.
 */
export function startClaiming(parts: Parts): { readonly wake: () => void } {
  const { owners, thread, timers } = parts
  let isClaiming = false
  let failures = 0
  let cancelRetry: CancelTimer = () => undefined

  async function claim(): Promise<void> {
    cancelRetry()
    const owner = owners.getSnapshot()
    if (isClaiming || owner?.kind !== 'user') return
    const token = thread.getSnapshot()
    if (token === undefined) return parts.claimed(owner.userId)
    isClaiming = true
    const result = await tryClaim(token)
    isClaiming = false
    if (typeof result === 'object') return retryLater(result.afterMs)
    failures = 0
    if (result === 'ended' && thread.getSnapshot() === token) thread.end()
    // Another user may have logged in meanwhile: the messages go to the one who sent the claim.
    parts.claimed(owner.userId)
  }
  /**
   * `ended`: the token is of no use any more, because the thread is claimed, now or before, or deleted, or because it is
   * no token. `refused`: the user's thread has no room for its pictures, and it stays the visitor's. After any other
   * failure the thread may still be there, and it is claimed again.
   */
  async function tryClaim(token: string): Promise<'ended' | 'refused' | { readonly afterMs: number }> {
    try {
      await claimSupportThread(parts.call, token)
      return 'ended'
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      const reason = reasonOf(failure)
      if (reason === 'image_quota') return 'refused'
      if (reason === 'support_ended' || reason === 'invalid_input') return 'ended'
      const result = resultOf(failure)
      return { afterMs: result.kind === 'again' ? result.afterMs : 0 }
    }
  }
  function retryLater(afterMs: number): void {
    const waitMs = backoff.minWaitMs + fullJitterMs(failures, parts.random, backoff)
    failures += 1
    cancelRetry = timers.after(Math.max(afterMs, waitMs), () => void claim())
  }
  function wake(): void {
    failures = 0
    void claim()
  }
  owners.subscribe(wake)
  wake()
  return { wake }
}
