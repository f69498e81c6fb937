import type { OutcomeAnswer } from '#contract/calls/trading.ts'
import { codes } from '#contract/envelope.ts'
import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import type { Call } from '#web/calls/call-request.ts'
import { failureOfEnvelope } from '#web/calls/envelope.ts'
import { type CompletedAction, readOutcome, type TradeAction } from '#web/calls/trading.ts'
import { fullJitterMs } from '#web/platform/full-jitter.ts'
import { isRecord } from '#web/platform/parse-record.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import type { ActionState, SentAction } from '#web/trade-actions/action-state.ts'

export type OutcomePollerParts = {
  readonly call: Call
  readonly timers: Timers
  readonly random: () => number
  readonly now: () => number
  /** Whether the user it belongs to is logged in. */
  readonly mayPoll: (key: string) => boolean
  readonly answered: (key: string, answer: OutcomeAnswer) => void
  /** An ask failed: whether the server could be reached at all. */
  readonly failed: (key: string, hasLine: boolean) => void
}

export type OutcomePoller = {
  /** Asks for the outcome of an act until it is known, the first time after this wait. */
  readonly track: (sent: SentAction, waitMs: number) => void
  /** Asks for all of them at once: the line may be back, or another user may be logged in. */
  readonly wake: () => void
  readonly untrack: (key: string) => void
}

export const pollBounds = {
  /** An ask that gets no answer for so long has failed. */
  longestAskMs: 10_000,
  /** Between two asks: this, and up to the growing ceiling besides. */
  leastWaitMs: 1_000,
  baseMs: 1_000,
  capMs: 14_000,
} as const

type TrackedKey = {
  readonly sent: SentAction
  /** Before that an answer may still be on its way, here or in another tab. */
  readonly notBeforeMs: number
  readonly firstWaitMs: number
  tries: number
  isAsking: boolean
  cancelTimer: CancelTimer
}

/** Asks for outcomes with exponential backoff and full jitter. It never sends an act. */
export function createOutcomePoller(parts: OutcomePollerParts): OutcomePoller {
  const { call, timers, random, now, mayPoll: mayAsk, answered, failed } = parts
  const followed = new Map<string, TrackedKey>()

  function askLater(one: TrackedKey, waitMs: number): void {
    one.cancelTimer()
    one.cancelTimer = timers.after(waitMs, () => void ask(one))
  }
  async function ask(one: TrackedKey): Promise<void> {
    const { key, seenAtMs } = one.sent
    // Without its user it waits for `wake`.
    if (one.isAsking || followed.get(key) !== one || !mayAsk(key)) return
    one.isAsking = true
    const outcome = await withDeadline((signal) => readOutcome(call, { key, seen_at: seenAtMs }, signal))
    one.isAsking = false
    if (followed.get(key) !== one) return
    if (!isCallFailure(outcome) && isOutcome(outcome)) {
      followed.delete(key)
      answered(key, outcome)
      return
    }
    askLater(one, waitMs(one, isCallFailure(outcome) ? outcome : undefined))
    failed(key, !isCallFailure(outcome) || outcome.kind !== 'transport')
  }
  function waitMs(one: TrackedKey, failure: CallFailure | undefined): number {
    const askedMs = failure?.kind === 'tooMany' ? Math.min(60, failure.retryAfterSeconds) * 1_000 : 0
    one.tries += 1
    return Math.max(askedMs, pollBounds.leastWaitMs) + fullJitterMs(one.tries - 1, random, pollBounds)
  }
  async function withDeadline(
    run: (signal: AbortSignal) => Promise<OutcomeAnswer>,
  ): Promise<OutcomeAnswer | CallFailure> {
    const controller = new AbortController()
    const late = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
    const cancelDeadline = timers.after(pollBounds.longestAskMs, late)
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
      if (followed.has(sent.key)) return
      const notBeforeMs = now() + firstWaitMs
      const one = { sent, notBeforeMs, firstWaitMs, tries: 0, isAsking: false, cancelTimer: () => undefined }
      followed.set(sent.key, one)
      askLater(one, firstWaitMs)
    },
    wake() {
      for (const one of followed.values()) {
        one.tries = 0
        // A clock that was set back must not make it wait for longer.
        askLater(one, Math.min(one.firstWaitMs, Math.max(0, one.notBeforeMs - now())))
      }
    },
    untrack(key) {
      followed.get(key)?.cancelTimer()
      followed.delete(key)
    },
  }
}

/** The browser has no schemas; an answer of another shape is none. */
function isOutcome({ state, outcome }: OutcomeAnswer): boolean {
  if (state === 'decided') return isRecord(outcome) && typeof outcome.code === 'number'
  return state === 'never' || state === 'expired'
}

type SettledState = Extract<ActionState, { kind: 'done' | 'failed' | 'never' | 'expired' }>

/** A decided outcome is treated as the answer that was lost. */
export function settledState(request: TradeAction, { state, outcome }: OutcomeAnswer): SettledState {
  if (state === 'never') return { kind: 'never', request }
  if (state === 'expired' || outcome === undefined) return { kind: 'expired', request }
  const { code, reason, msg, data } = outcome
  // The server's schema for the lost call is what makes this true.
  if (code === codes.success)
    return { kind: 'done', request, done: { kind: request.kind, answer: data } as CompletedAction }
  const details = { ...(isRecord(data) ? data : {}), reason }
  return { kind: 'failed', request, failure: failureOfEnvelope({ code, msg, data: details }) }
}
