import type { Toasts } from '#ui/toasts-store.ts'
import type { Call } from '#web/calls/call-request.ts'
import type { Live } from '#web/live/live.ts'
import type { Timers } from '#web/platform/timers.ts'
import type { PortfolioState } from '#web/portfolio/portfolio-types.ts'
import type { WordsStore } from '#web/stores/words.ts'

export type FollowParts = {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onReconnect'>
  readonly timers: Timers
  readonly words: WordsStore
  readonly toasts: Pick<Toasts, 'show'>
  readonly show: (state: PortfolioState) => void
  /** What is shown. */
  readonly now: () => PortfolioState
  readonly tellEnded: (ids: readonly number[]) => void
  /** Whether the user ended it in this tab, and has been told so. Asked once for each. */
  readonly isExpected: (orderId: number) => boolean
}

/** One account, from the beginning of a session to its end. */
export type Following = {
  /** Gives up what is under way, for it may be of before that which one wants to see. */
  readonly refresh: () => Promise<void>
  /** Says in a toast why these ended: nobody else has. */
  readonly tell: (ids: readonly number[]) => void
  /** Nothing is shown or told any more. */
  readonly end: () => void
}
