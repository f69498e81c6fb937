import type { Command } from '#core/decision/command.ts'
import type { Burned } from '#core/decision/decision.ts'
import type { AccountOwner, CommandKey, SubmitResult } from '#server/engine/engine-types.ts'
import type { Timers } from '#server/platform/timers.ts'

/** `written`: it was asked before under the same key, and what came of it is on disk. */
export type PendingResult = SubmitResult | Burned | { readonly kind: 'written' }

/** Somebody who asked and has not heard yet. */
export type PendingRequest = {
  readonly owner: AccountOwner
  readonly command: Command
  readonly key: CommandKey | undefined
  /** Answers once; what comes later is not heard any more. */
  readonly settle: (heard: PendingResult) => void
  readonly isSettled: () => boolean
  /** It was decided: from here on it may be done, whatever is heard of it. */
  isDecided: boolean
}

export const maxWaitMs = 5000

/** Whoever waits too long hears that nothing was done, or that nobody knows: asking again with the same key is safe. */
export function createPendingRequest(
  timers: Timers,
  asked: Pick<PendingRequest, 'asker' | 'command' | 'key'>,
  withinMs = maxWaitMs,
): { readonly pending: PendingRequest; readonly answer: Promise<PendingResult> } {
  const { promise, resolve } = Promise.withResolvers<PendingResult>()
  let isSettled = false
  function settle(answer: PendingResult): void {
    if (isSettled) return
    isSettled = true
    cancel()
    resolve(answer)
  }
  const waiting: PendingRequest = { ...asked, settle, isSettled: () => isSettled, isDecided: false }
  const cancel = timers.after(withinMs, () => settle({ kind: waiting.isDecided ? 'unknown' : 'busy' }))
  return { pending: waiting, answer: promise }
}
