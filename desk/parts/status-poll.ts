import { isCallFailure } from '#browser/calls/call-failure.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { DeskMeAnswer } from '#contract/desk/session.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import { createIdleTimeout, type IdleTimeoutOptions } from '#desk/parts/idle-timeout.ts'

export type Operator = DeskMeAnswer['operator']

export type DeskStatus = {
  /** The signed-in operator. Undefined until the first answer. */
  readonly operator: Operator | undefined
  /** Number of identity checks waiting for review. */
  readonly waiting: number | undefined
  /** Number of frozen accounts. */
  readonly frozen: number | undefined
  /** Number of proposals that wait for approval. */
  readonly proposals: number | undefined
  /** Whether operators may approve their own proposals. */
  readonly isTwoPersonWaived: boolean
  /** Number of deposits waiting for a decision. */
  readonly deposits: number | undefined
  /** Number of withdrawals that are not ended. */
  readonly withdrawals: number | undefined
  /** Number of complaints without an answer. */
  readonly complaints: number | undefined
  /** Number of support threads that wait for an answer. */
  readonly support: number | undefined
  /** `asking`: no answer yet. `live`: current. `lost`: the last poll failed. `paused`: no activity for a while. */
  readonly pollState: 'asking' | 'live' | 'lost' | 'paused'
}

type QueueCounts = {
  readonly [Name in 'waiting' | 'deposits' | 'withdrawals' | 'complaints' | 'support']: number
}

export type StatusPoll = ReadableStore<DeskStatus> & {
  /** Starts polling. A sign-in passes the operator; after a reload, the first answer contains the operator. */
  readonly start: (operator?: Operator) => void
  readonly stop: () => void
  readonly pollNow: () => void
  /** Sets numbers that another call has just returned. */
  readonly setCounts: (counts: Partial<QueueCounts>) => void
  /** Called when the operator presses a key or moves the pointer. */
  readonly recordActivity: () => void
  readonly visibilityChanged: () => void
}

export type StatusPollOptions = IdleTimeoutOptions & {
  readonly me: DeskCalls['me']
  readonly isVisible: () => boolean
}

/** Each poll counts as use and keeps the session alive, so polling pauses when the operator is inactive. */
export const pollTimes = {
  everyMs: 5_000,
  lostMs: 10_000,
  maxWaitMs: 60_000,
  pausedAfterMs: 10 * 60_000,
} as const

const emptyStatus: DeskStatus = {
  operator: undefined,
  waiting: undefined,
  frozen: undefined,
  proposals: undefined,
  isTwoPersonWaived: false,
  deposits: undefined,
  withdrawals: undefined,
  complaints: undefined,
  support: undefined,
  pollState: 'asking',
}

/** Polls the signed-in operator and the numbers of things to do, while the operator is active. */
export function createStatusPoll(parts: StatusPollOptions): StatusPoll {
  const state = createValueStore(emptyStatus)
  const change = (next: Partial<DeskStatus>) => state.set({ ...state.getSnapshot(), ...next })
  const idleTimeout = createIdleTimeout(parts)
  /** The current or the last request. Undefined while signed out. */
  let request: AbortController | undefined
  let cancelNext = () => {}

  function stop(): void {
    request?.abort()
    request = undefined
    cancelNext()
    idleTimeout.stop()
    state.set(emptyStatus)
  }

  function poll(): void {
    cancelNext()
    if (request === undefined || !parts.isVisible()) return
    const isPaused = idleTimeout.idleMs() >= pollTimes.pausedAfterMs
    if (isPaused) change({ pollState: 'paused' })
    else send()
  }

  function send(): void {
    request?.abort()
    const own = new AbortController()
    request = own
    const settle = (next: Partial<DeskStatus>, waitMs: number) => {
      if (request !== own) return
      change(next)
      cancelNext = parts.timers.after(waitMs, poll)
    }
    parts.me({ signal: own.signal }).then(
      (answer) => settle({ ...statusOf(answer), pollState: 'live' }, pollTimes.everyMs),
      (failure: unknown) => settle({ pollState: 'lost' }, waitAfter(failure)),
    )
  }

  function recordActivity(): void {
    idleTimeout.recordActivity()
    if (state.getSnapshot().pollState === 'paused') poll()
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    start(operator) {
      stop()
      change({ operator })
      request = new AbortController()
      idleTimeout.start()
      poll()
    },
    stop,
    pollNow: poll,
    setCounts: change,
    recordActivity,
    visibilityChanged() {
      if (parts.isVisible()) idleTimeout.recordActivity()
      poll()
    },
  }
}

function statusOf(answer: DeskMeAnswer): Omit<DeskStatus, 'pollState'> {
  return {
    operator: answer.operator,
    waiting: answer.identity_waiting,
    frozen: answer.frozen_accounts,
    proposals: answer.open_proposals,
    isTwoPersonWaived: answer.two_person_waived === 1,
    deposits: answer.deposits_waiting,
    withdrawals: answer.withdrawals_waiting,
    complaints: answer.complaints_open,
    support: answer.support_waiting,
  }
}

function waitAfter(failure: unknown): number {
  const isLimited = isCallFailure(failure) && failure.kind === 'tooMany'
  return isLimited ? Math.min(failure.retryAfterSeconds * 1_000, pollTimes.maxWaitMs) : pollTimes.lostMs
}
