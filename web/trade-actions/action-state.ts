import type { CallFailure } from '#browser/calls/call-failure.ts'
import type { CloseManyInput } from '#contract/calls/trading.ts'
import type { CompletedAction, TradeAction, TradeActionKind } from '#web/calls/trading.ts'

/** The subject of an action: an order by its id, the ticket, a close of many orders, or the reset of a demo account. */
export type ActionTarget = number | 'ticket' | 'many' | 'reset'

/** An action as recorded before it is sent: enough to look up its outcome later. */
export type SentAction = {
  /** The idempotency key it is sent with. */
  readonly key: string
  readonly action: TradeAction
  /** Null if the user of the session was not known yet. */
  readonly userId: number | null
  /** Identifies the session it is sent in, see `hashSession`. */
  readonly sessionHash: string
  /** Server time of the last frame received before the tap; device time if there was none. */
  readonly seenAtMs: number
  /** Device time. */
  readonly sentAtMs: number
  /** Names the market in messages after the order is gone. */
  readonly market: string | null
}

/** State of the action on one target. */
export type ActionState<Request extends TradeAction = TradeAction> =
  | { readonly kind: 'idle' }
  /** Waiting for the answer: 5 s at most, or 6.5 s if the user had to be fetched first. */
  | { readonly kind: 'busy'; readonly request: Request }
  /** The answer was lost. The outcome of the action is polled until it is known. */
  | { readonly kind: 'unconfirmed'; readonly request: Request; readonly isReachable: boolean }
  /** Executed. The user has not dismissed the result yet. */
  | { readonly kind: 'done'; readonly request: Request; readonly done: CompletedAction }
  /** Not executed: refused, rate limited, or the session had ended. */
  | { readonly kind: 'failed'; readonly request: Request; readonly failure: CallFailure }
  /** The action did not reach the server and can no longer be executed. */
  | { readonly kind: 'never'; readonly request: Request }
  /** The action is too old: the server no longer has its outcome. */
  | { readonly kind: 'expired'; readonly request: Request }

/** An action of the user who is logged in. */
export type ActionEntry = {
  readonly sent: SentAction
  readonly state: ActionState
  /** Whether the screen of its target is open and shows it. */
  readonly isWatched: boolean
}

export type ActionsSnapshot = {
  readonly entries: readonly ActionEntry[]
  /** An order is unconfirmed, and it is not known yet whether the user who is logged in sent it. */
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

/** Whether the action sets a stop loss or a take profit. */
export function setsStop({ kind, input }: TradeAction): boolean {
  if (kind !== 'place' && kind !== 'amend' && kind !== 'stops') return false
  // Zero and an empty text remove a stop.
  return [input.stop_loss_price, input.target_profit_price].some((price) => /[1-9]/.test(price ?? ''))
}

export function closedOrderIds({ ids }: CloseManyInput): readonly number[] {
  return typeof ids === 'string' ? ids.split(',').map(Number) : ids
}

/** False for `idle`: there was no action to settle. */
export function isSettled(state: ActionState): boolean {
  return state.kind !== 'idle' && unsettledKind(state) === undefined
}

/** The kind of an action that waits for its answer or outcome; undefined otherwise. */
export function unsettledKind(state: ActionState): TradeActionKind | undefined {
  return state.kind === 'busy' || state.kind === 'unconfirmed' ? state.request.kind : undefined
}

/** The entry to show for a target: its unsettled one, or else its last one. */
export function entryFor<Entry extends Pick<ActionEntry, 'sent' | 'state'>>(
  entries: readonly Entry[],
  target: ActionTarget,
): Entry | undefined {
  const related = entries.filter(({ sent }) => concerns(sent, target))
  const unsettled = related.find(({ state }) => unsettledKind(state) !== undefined)
  return unsettled ?? related.findLast(({ sent }) => targetOf(sent.action) === target)
}

/** A close of many orders concerns each of them. */
function concerns({ action }: SentAction, target: ActionTarget): boolean {
  if (targetOf(action) === target) return true
  return action.kind === 'close_many' && closedOrderIds(action.input).some((id) => id === target)
}
