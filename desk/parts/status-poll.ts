import type { DeskMeAnswer } from '#contract/desk/session.ts'
import { isCallFailure } from '#desk/calls/call.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import { type AttentionParts, createAttention } from '#desk/parts/idle-timeout.ts'
import { createValueStore, type Store } from '#desk/platform/value-store.ts'

export type Operator = DeskMeAnswer['operator']

export type WatchState = {
  /** Undefined until the server has said who is signed in. */
  readonly operator: Operator | undefined
  /** How many identity checks wait. */
  readonly waiting: number | undefined
  /** Whether the figures are new: asked for the first time, fresh, not answered just now, or left alone for a while. */
  readonly pulse: 'asking' | 'live' | 'lost' | 'paused'
}

export type Watch = Store<WatchState> & {
  /** From a sign-in, which says who it was, or from a page that was loaded again. */
  readonly begin: (operator?: Operator) => void
  readonly stop: () => void
  readonly askNow: () => void
  /** A call has just told how many wait. */
  readonly learnWaiting: (waiting: number) => void
  /** Somebody pressed a key or moved the pointer. */
  readonly noticed: () => void
  readonly visibilityChanged: () => void
}

export type WatchParts = AttentionParts & {
  readonly me: DeskCalls['me']
  readonly isVisible: () => boolean
}

/** Each question counts as use and would keep a session alive, so the asking stops when nobody is there. */
export const watchTimes = {
  everyMs: 5_000,
  lostMs: 10_000,
  mostWaitMs: 60_000,
  pausedAfterMs: 10 * 60_000,
} as const

const nothing: WatchState = { operator: undefined, waiting: undefined, pulse: 'asking' }

/** Asks every few seconds who is signed in and how many checks wait, while somebody is there to see it. */
export function createWatch(parts: WatchParts): Watch {
  const state = createValueStore(nothing)
  const change = (next: Partial<WatchState>) => state.set({ ...state.get(), ...next })
  const attention = createAttention(parts)
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
    const isPaused = attention.awayMs() >= watchTimes.pausedAfterMs
    if (isPaused) change({ pulse: 'paused' })
    else put()
  }

  function put(): void {
    question?.abort()
    const own = new AbortController()
    question = own
    const told = (news: Partial<WatchState>, waitMs: number) => {
      if (question !== own) return
      change(news)
      cancelNext = parts.timers.after(waitMs, ask)
    }
    parts.me({ signal: own.signal }).then(
      ({ operator, identity_waiting }) =>
        told({ operator, waiting: identity_waiting, pulse: 'live' }, watchTimes.everyMs),
      (failure: unknown) => told({ pulse: 'lost' }, waitAfter(failure)),
    )
  }

  function noticed(): void {
    attention.noticed()
    if (state.get().pulse === 'paused') ask()
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    begin(operator) {
      stop()
      change({ operator })
      question = new AbortController()
      attention.begin()
      ask()
    },
    stop,
    askNow: ask,
    learnWaiting: (waiting) => change({ waiting }),
    noticed,
    visibilityChanged() {
      if (parts.isVisible()) attention.noticed()
      ask()
    },
  }
}

function waitAfter(failure: unknown): number {
  const isLimited = isCallFailure(failure) && failure.kind === 'too_many'
  return isLimited ? Math.min(failure.retryAfterSeconds * 1_000, watchTimes.mostWaitMs) : watchTimes.lostMs
}
