import type { DeskMeAnswer } from '#contract/desk/session.ts'
import { isCallFailure } from '#desk/calls/call.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import { createIdleTimeout, type IdleTimeoutOptions } from '#desk/parts/idle-timeout.ts'
import { createValueStore, type Store } from '#desk/platform/value-store.ts'

export type Operator = DeskMeAnswer['operator']

export type DeskStatus = {
  /** Undefined until the server has said who is signed in. */
  readonly operator: Operator | undefined
  /** How many identity checks wait. */
  readonly waiting: number | undefined
  /** Whether the figures are new: asked for the first time, fresh, not answered just now, or left alone for a while. */
  readonly pollState: 'asking' | 'live' | 'lost' | 'paused'
}

export type StatusPoll = Store<DeskStatus> & {
  /** From a sign-in, which says who it was, or from a page that was loaded again. */
  readonly start: (operator?: Operator) => void
  readonly stop: () => void
  readonly pollNow: () => void
  /** A call has just told how many wait. */
  readonly setWaiting: (waiting: number) => void
  /** Somebody pressed a key or moved the pointer. */
  readonly recordActivity: () => void
  readonly visibilityChanged: () => void
}

export type StatusPollOptions = IdleTimeoutOptions & {
  readonly me: DeskCalls['me']
  readonly isVisible: () => boolean
}

/** Each question counts as use and would keep a session alive, so the asking stops when nobody is there. */
export const pollTimes = {
  everyMs: 5_000,
  lostMs: 10_000,
  maxWaitMs: 60_000,
  pausedAfterMs: 10 * 60_000,
} as const

const nothing: DeskStatus = { operator: undefined, waiting: undefined, pollState: 'asking' }

/** Asks every few seconds who is signed in and how many checks wait, while somebody is there to see it. */
export function createStatusPoll(parts: StatusPollOptions): StatusPoll {
  const state = createValueStore(nothing)
  const change = (next: Partial<DeskStatus>) => state.set({ ...state.get(), ...next })
  const attention = createIdleTimeout(parts)
  /** The question under way, or the last one; undefined while nobody is signed in. */
  let question: AbortController | undefined
  let cancelNext = () => {}

  function stop(): void {
    question?.abort()
    question = undefined
    cancelNext()
    attention.stop()
    state.set(nothing)
  }

  function ask(): void {
    cancelNext()
    if (question === undefined || !parts.isVisible()) return
    const isPaused = attention.idleMs() >= pollTimes.pausedAfterMs
    if (isPaused) change({ pollState: 'paused' })
    else put()
  }

  function put(): void {
    question?.abort()
    const own = new AbortController()
    question = own
    const told = (news: Partial<DeskStatus>, waitMs: number) => {
      if (question !== own) return
      change(news)
      cancelNext = parts.timers.after(waitMs, ask)
    }
    parts.me({ signal: own.signal }).then(
      ({ operator, identity_waiting }) =>
        told({ operator, waiting: identity_waiting, pollState: 'live' }, pollTimes.everyMs),
      (failure: unknown) => told({ pollState: 'lost' }, waitAfter(failure)),
    )
  }

  function noticed(): void {
    attention.recordActivity()
    if (state.get().pollState === 'paused') ask()
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    start(operator) {
      stop()
      change({ operator })
      question = new AbortController()
      attention.start()
      ask()
    },
    stop,
    pollNow: ask,
    setWaiting: (waiting) => change({ waiting }),
    recordActivity: noticed,
    visibilityChanged() {
      if (parts.isVisible()) attention.recordActivity()
      ask()
    },
  }
}

function waitAfter(failure: unknown): number {
  const isLimited = isCallFailure(failure) && failure.kind === 'too_many'
  return isLimited ? Math.min(failure.retryAfterSeconds * 1_000, pollTimes.maxWaitMs) : pollTimes.lostMs
}
