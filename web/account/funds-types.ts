import type { Amounts } from '#contract/funds-from-wire.ts'
import type { Call } from '#web/calls/call-request.ts'
import type { Live } from '#web/live/live.ts'
import type { Timers } from '#web/platform/timers.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'

/** `failed` is only said as long as nothing is known: what was known once stays until there is better. */
export type FundsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly amounts: Amounts }

export type Funds = ReadableStore<FundsState> & {
  /** Asks anew. Resolves when it is known how it went. */
  readonly refresh: () => Promise<void>
}

export type FollowParts = {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onReconnect'>
  readonly timers: Timers
  readonly show: (state: FundsState) => void
}

/** One account, from the beginning of a session to its end. */
export type Following = {
  /** Gives up what is under way, for it may be of before that which one wants to see. */
  readonly refresh: () => Promise<void>
  /** Nothing is shown any more. */
  readonly end: () => void
}
