import type { CloseManyInput } from '#contract/calls/trading.ts'
import type { CallFailure } from '#web/calls/call-failure.ts'
import type { CompletedAction, TradeAction, TradeActionKind } from '#web/calls/trading.ts'

/** Where an act belongs: an order by its id, the ticket, closing many orders, resetting the demo account. */
export type ActionTarget = number | 'ticket' | 'many' | 'reset'

/** An act as it is kept before it is sent: enough to ask for its outcome later, and whose it is. */
export type SentAction = {
  /** The idempotency key it is sent with. */
  readonly key: string
  readonly action: TradeAction
  /** Null if the user of the session was not known yet. */
  readonly userId: number | null
  /** Mark of the session it is sent in. */
  readonly sessionHash: string
  /** What the user had seen when they tapped, by the server's clock if that is known. */
  readonly seenAtMs: number
  /** By the clock of the device. */
  readonly sentAtMs: number
  /** The market of the order, to name it after the order is gone. */
  readonly market: string | null
}

/** How an act is going, for the place it belongs to. */
export type ActionState<Request extends TradeAction = TradeAction> =
  | { readonly kind: 'idle' }
  /** No answer yet. Lasts 5 s at most, or 6.5 s if its user had to be fetched first. */
  | { readonly kind: 'busy'; readonly request: Request }
  /** The answer was lost. Its outcome is asked for until it is known. */
  | { readonly kind: 'unconfirmed'; readonly request: Request; readonly isReachable: boolean }
  /** Done, and not told yet. */
  | { readonly kind: 'done'; readonly request: Request; readonly done: CompletedAction }
  /** Not done: refused, too many requests, or the session was over. */
  | { readonly kind: 'failed'; readonly request: Request; readonly failure: CallFailure }
  /** It did not reach the server and never will be done. */
  | { readonly kind: 'never'; readonly request: Request }
  /** Too long ago to find out. */
  | { readonly kind: 'expired'; readonly request: Request }

/** An act of the user who is logged in. */
export type ActionEntry = {
  readonly sent: SentAction
  readonly state: ActionState
  /** Whether the screen of its place is open and shows it. */
  readonly isWatched: boolean
}

/** A new value whenever something changes. */
export type ActionsSnapshot = {
  readonly entries: readonly ActionEntry[]
  /** An order is unconfirmed, and it is not known yet whether it belongs to the user who is logged in. */
  readonly isOwnerPending: boolean
}

export const idle = { kind: 'idle' } as const

export function targetOf({ kind, input }: TradeAction): ActionTarget {
  switch (kind) {
    case 'place':
      return 'ticket'
    case 'close_many':
      return 'many'
    case 'reset':
      return 'reset'
    default:
      return input.id
  }
}

export function closedOrderIds({ ids }: CloseManyInput): readonly number[] {
  return typeof ids === 'string' ? ids.split(',').map(Number) : ids
}

/** Whether there was an act and it is settled. */
export function isSettled(state: ActionState): boolean {
  return state.kind !== 'idle' && unsettledKind(state) === undefined
}

/** The kind of an act that is not settled yet; undefined if there is none. */
export function unsettledKind(state: ActionState): TradeActionKind | undefined {
  return state.kind === 'busy' || state.kind === 'unconfirmed' ? state.request.kind : undefined
}
