import type { Command } from '#core/decision/command.ts'
import type { Burned } from '#core/decision/decision.ts'
import type { Asked, Asker, RepeatKey } from '#server/engine/engine-types.ts'
import type { Timers } from '#server/platform/timers.ts'

/** `written`: it was asked before under the same key, and what came of it is on disk. */
export type Heard = Asked | Burned | { readonly kind: 'written' }

/** Somebody who asked and has not heard yet. */
export type Waiting = {
  readonly asker: Asker
  readonly command: Command
  readonly key: RepeatKey | undefined
  /** Answers once; what comes later is not heard any more. */
  readonly settle: (heard: Heard) => void
  readonly isSettled: () => boolean
  /** It was decided: from here on it may be done, whatever is heard of it. */
  isDecided: boolean
}

export const longestWaitMs = 5000

/** Whoever waits too long hears that nothing was done, or that nobody knows: asking again with the same key is safe. */
export function createWaiting(
  timers: Timers,
  asked: Pick<Waiting, 'asker' | 'command' | 'key'>,
  withinMs = longestWaitMs,
): { readonly waiting: Waiting; readonly answer: Promise<Heard> } {
  const { promise, resolve } = Promise.withResolvers<Heard>()
  let isSettled = false
  function settle(answer: Heard): void {
    if (isSettled) return
    isSettled = true
    cancel()
    resolve(answer)
  }
  const waiting: Waiting = { ...asked, settle, isSettled: () => isSettled, isDecided: false }
  const cancel = timers.after(withinMs, () => settle({ kind: waiting.isDecided ? 'unknown' : 'busy' }))
  return { waiting, answer: promise }
}
