import type { Command } from '#core/decision/command.ts'
import type { Burned } from '#core/decision/decision.ts'
import type { AccountOwner, CommandKey, SubmitResult } from '#server/engine/engine-types.ts'
import type { Timers } from '#server/platform/timers.ts'

/** `written`: the key was used before, and its outcome is on disk. */
export type PendingResult = SubmitResult | Burned | { readonly kind: 'written' }

/** A request that waits for its result. */
export type PendingRequest = {
  readonly owner: AccountOwner
  readonly command: Command
  readonly key: CommandKey | undefined
  /** Only the first call counts. */
  readonly settle: (result: PendingResult) => void
  readonly isSettled: () => boolean
  /** Once this is true, the command may take effect even if the request times out. */
  isDecided: boolean
}

/** A command of the engine itself. No caller waits for it, and it never times out. */
export function createInternalRequest(request: Pick<PendingRequest, 'owner' | 'command'>): PendingRequest {
  return { ...request, key: undefined, settle: () => undefined, isSettled: () => false, isDecided: false }
}

export const maxWaitMs = 5000

/**
 * A request that times out gets `busy` if nothing was decided, and `unknown` otherwise. Repeating it with the same key
 * is safe in both cases.
 */
export function createPendingRequest(
  timers: Timers,
  request: Pick<PendingRequest, 'owner' | 'command' | 'key'>,
  withinMs = maxWaitMs,
): { readonly pending: PendingRequest; readonly result: Promise<PendingResult> } {
  const { promise, resolve } = Promise.withResolvers<PendingResult>()
  let isSettled = false
  function settle(result: PendingResult): void {
    if (isSettled) return
    isSettled = true
    cancel()
    resolve(result)
  }
  const pending: PendingRequest = { ...request, settle, isSettled: () => isSettled, isDecided: false }
  const cancel = timers.after(withinMs, () => settle({ kind: pending.isDecided ? 'unknown' : 'busy' }))
  return { pending, result: promise }
}
