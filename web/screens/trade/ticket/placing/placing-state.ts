import type { SubmitInput } from '#contract/calls/submit.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { CallFailureDetails } from '#web/calls/call-failure.ts'

/** How it goes with an order that was sent. One at a time, kept over reloads of the tab until it is known. */
export type PlacingState =
  | { readonly kind: 'idle' }
  /** One is in doubt, and it is not known yet whether it is of whoever is here. Nothing is sent until it is. */
  | { readonly kind: 'waiting' }
  /** `isInDoubt`: the first try got no answer, and the same is asked again. */
  | { readonly kind: 'sending'; readonly input: SubmitInput; readonly isInDoubt: boolean }
  /** All tries are used up; it is asked again when the connection is back, or when somebody presses. */
  | { readonly kind: 'unknown'; readonly input: SubmitInput }
  /** The same, and it is not asked for any more: nobody means it by now. Nothing is sent until that has been read. */
  | { readonly kind: 'expired'; readonly input: SubmitInput }
  | { readonly kind: 'placed'; readonly order: ShownOrder }
  | {
      readonly kind: 'refused'
      readonly input: SubmitInput
      readonly failure: Extract<CallFailureDetails, { kind: 'refused' }>
    }
  /** Not done for certain, and said in a toast already: too many requests, or the session is over. */
  | { readonly kind: 'failed' }
