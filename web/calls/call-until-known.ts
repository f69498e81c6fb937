import { type CallFailure, callFailure } from '#web/calls/call-failure.ts'
import type { CallRequest } from '#web/calls/call-request.ts'
import type { Outcome } from '#web/calls/exchange.ts'
import { fullJitterMs } from '#web/platform/full-jitter.ts'
import type { Timers } from '#web/platform/timers.ts'

/** One try of a request. */
export type Attempt = (
  request: CallRequest,
  key: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<Outcome>

export type UntilKnownParts = {
  readonly attempt: Attempt
  readonly token: () => string | undefined
  readonly newKey: () => string
  readonly timers: Timers
  readonly random: () => number
}

/** The server decides within 5 s or says `outcome_unknown`, so a try that is silent for longer is lost. */
export const untilKnownBounds = { tries: 5, tryMs: 15_000, baseMs: 500, capMs: 8_000 } as const

/**
 * Makes a change whose outcome must not stay in doubt. While nobody can say whether it was made it is asked again with the
 * same key, which the server does at most once. After the last try it fails as `unknown`, with the key to go on with.
 * Cancelling stops the asking; it does not undo what was asked.
 */
export function createUntilKnown(parts: UntilKnownParts): (request: CallRequest) => Promise<Outcome> {
  return async (request) => {
    const key = request.key ?? parts.newKey()
    const token = parts.token()
    // A key that was handed in has been tried before, so its first try already follows an unknown outcome.
    let inDoubt = request.key !== undefined && !request.isNewKey
    for (let tried = 1; ; tried += 1) {
      const outcome = await tryOnce(parts, request, key)
      if (outcome.ok || !leavesInDoubt(outcome.failure, inDoubt)) return outcome
      const { failure } = outcome
      if (tried === 1) request.onDoubt?.()
      inDoubt = true
      if (tried < untilKnownBounds.tries) await pause(parts, waitMs(parts, tried, failure), request.signal)
      if (request.signal?.aborted) return ending(callFailure({ kind: 'cancelled' }))
      // Keys belong to a user: under another session the same key would be a new order, so it is never sent.
      const stop = tried >= untilKnownBounds.tries || parts.token() !== token
      if (stop) return ending(callFailure({ kind: 'unknown', key, last: failure }))
    }
  }
}

/**
 * A fault may have come after the change was made, so it settles nothing. `busy` and 429 say that this try did nothing,
 * and nothing of an earlier one that was lost on the way.
 */
function leavesInDoubt(failure: CallFailure, inDoubt: boolean): boolean {
  switch (failure.kind) {
    case 'transport':
    case 'malformed':
    case 'fault':
      return true
    case 'refused':
      return failure.reason === 'outcome_unknown' || (inDoubt && failure.reason === 'busy')
    case 'tooMany':
      return inDoubt
    default:
      return false
  }
}

async function tryOnce(parts: UntilKnownParts, request: CallRequest, key: string): Promise<Outcome> {
  const controller = new AbortController()
  const cancel = () => controller.abort(request.signal?.reason)
  if (request.signal?.aborted) cancel()
  request.signal?.addEventListener('abort', cancel)
  const late = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
  const cancelDeadline = parts.timers.after(untilKnownBounds.tryMs, late)
  try {
    return await parts.attempt(request, key, controller.signal)
  } finally {
    cancelDeadline()
    request.signal?.removeEventListener('abort', cancel)
  }
}

function waitMs({ random }: UntilKnownParts, tried: number, failure: CallFailure): number {
  const askedMs = failure.kind === 'tooMany' ? failure.retryAfterSeconds * 1_000 : 0
  return Math.min(untilKnownBounds.capMs, askedMs) + fullJitterMs(tried - 1, random, untilKnownBounds)
}

/** Ends early when the request is cancelled. */
function pause({ timers }: UntilKnownParts, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const wake = () => {
      cancelTimer()
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const cancelTimer = timers.after(delayMs, wake)
    signal?.addEventListener('abort', wake)
  })
}

function ending(failure: CallFailure): Outcome {
  return { ok: false, failure }
}
