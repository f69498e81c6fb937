import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { failureOfEnvelope } from '#browser/calls/envelope.ts'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import { isRecord } from '#browser/platform/parse-record.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { OutcomeAnswer } from '#contract/calls/trading.ts'
import { codes } from '#contract/envelope.ts'
import { type CompletedAction, readOutcome, type TradeAction } from '#web/calls/trading.ts'
import type { ActionState, SentAction } from '#web/trade-actions/action-state.ts'

export type OutcomePollerParts = {
  readonly call: Call
  readonly timers: Timers
  readonly random: () => number
  readonly now: () => number
  /** Whether the user who sent the action is logged in. */
  readonly mayPoll: (key: string) => boolean
  readonly answered: (key: string, answer: OutcomeAnswer) => void
  /** A lookup failed. `isReachable`: the server could be reached, but no outcome was received. */
  readonly failed: (key: string, isReachable: boolean) => void
}

export type OutcomePoller = {
  /** Looks up the outcome of an action until it is known. The first lookup is after `firstWaitMs`. */
  readonly track: (sent: SentAction, firstWaitMs: number) => void
  /** Looks up all tracked outcomes now: the connection may be back, or another user logged in. */
  readonly wake: () => void
  readonly untrack: (key: string) => void
}

const pollBounds = {
  /** A lookup without an answer for this long has failed. */
  requestTimeoutMs: 10_000,
  /** Added to the jittered backoff between two lookups. */
  minWaitMs: 1_000,
  baseMs: 1_000,
  capMs: 14_000,
} as const

type TrackedKey = {
  readonly sent: SentAction
  /** No lookup before this time: the answer may still arrive, in this tab or another. */
  readonly notBeforeMs: number
  readonly firstWaitMs: number
  tries: number
  isPolling: boolean
  cancelTimer: CancelTimer
}

/** Looks up outcomes with exponential backoff and full jitter. It never sends an action. */
export function createOutcomePoller(parts: OutcomePollerParts): OutcomePoller {
  const { call, timers, random, now, mayPoll, answered, failed } = parts
  const tracked = new Map<string, TrackedKey>()

  function pollLater(one: TrackedKey, waitMs: number): void {
    one.cancelTimer()
    one.cancelTimer = timers.after(waitMs, () => void poll(one))
  }
  async function poll(one: TrackedKey): Promise<void> {
    const { key, seenAtMs } = one.sent
    // If the user of the action is logged out, the lookup waits for `wake`.
    if (one.isPolling || tracked.get(key) !== one || !mayPoll(key)) return
    one.isPolling = true
    const outcome = await withDeadline((signal) => readOutcome(call, { key, seen_at: seenAtMs }, signal))
    one.isPolling = false
    if (tracked.get(key) !== one) return
    if (!isCallFailure(outcome) && isOutcome(outcome)) {
      tracked.delete(key)
      answered(key, outcome)
      return
    }
    pollLater(one, nextWaitMs(one, isCallFailure(outcome) ? outcome : undefined))
    failed(key, !isCallFailure(outcome) || outcome.kind !== 'transport')
  }
  function nextWaitMs(one: TrackedKey, failure: CallFailure | undefined): number {
    const retryAfterMs = failure?.kind === 'tooMany' ? Math.min(60, failure.retryAfterSeconds) * 1_000 : 0
    one.tries += 1
    return Math.max(retryAfterMs, pollBounds.minWaitMs) + fullJitterMs(one.tries - 1, random, pollBounds)
  }
  async function withDeadline(
    run: (signal: AbortSignal) => Promise<OutcomeAnswer>,
  ): Promise<OutcomeAnswer | CallFailure> {
    const controller = new AbortController()
    const timeOut = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
    const cancelDeadline = timers.after(pollBounds.requestTimeoutMs, timeOut)
    try {
      return await run(controller.signal)
    } catch (failure) {
      if (isCallFailure(failure)) return failure
      throw failure
    } finally {
      cancelDeadline()
    }
  }
  return {
    track(sent, firstWaitMs) {
      if (tracked.has(sent.key)) return
      const notBeforeMs = now() + firstWaitMs
      const one = { sent, notBeforeMs, firstWaitMs, tries: 0, isPolling: false, cancelTimer: () => undefined }
      tracked.set(sent.key, one)
      pollLater(one, firstWaitMs)
    },
    wake() {
      for (const one of tracked.values()) {
        one.tries = 0
        // Capped, because a clock set back would otherwise lengthen the wait.
        pollLater(one, Math.min(one.firstWaitMs, Math.max(0, one.notBeforeMs - now())))
      }
    },
    untrack(key) {
      tracked.get(key)?.cancelTimer()
      tracked.delete(key)
    },
  }
}

/** The browser ships no schemas, so the shape is checked by hand. */
function isOutcome({ state, outcome }: OutcomeAnswer): boolean {
  if (state === 'decided') return isRecord(outcome) && typeof outcome.code === 'number'
  return state === 'never' || state === 'expired'
}

type SettledState = Extract<ActionState, { kind: 'done' | 'failed' | 'never' | 'expired' }>

/** Handles a decided outcome like the answer that was lost. */
export function settledState(request: TradeAction, { state, outcome }: OutcomeAnswer): SettledState {
  if (state === 'never') return { kind: 'never', request }
  if (state === 'expired' || outcome === undefined) return { kind: 'expired', request }
  const { code, reason, msg, data } = outcome
  // The server's schema for the lost call guarantees the type.
  if (code === codes.success)
    return { kind: 'done', request, done: { kind: request.kind, answer: data } as CompletedAction }
  const details = { ...(isRecord(data) ? data : {}), reason }
  return { kind: 'failed', request, failure: failureOfEnvelope({ code, msg, data: details }) }
}
