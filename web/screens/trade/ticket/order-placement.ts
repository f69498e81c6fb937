import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { SubmitInput } from '#contract/calls/trading.ts'
import type { TradeAction } from '#web/calls/trading.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { tradeActionsOf } from '#web/parts/order-actions/order-actions.ts'
import { type ActionState, idle } from '#web/trade-actions/action-state.ts'
import type { TradeActions } from '#web/trade-actions/trade-actions.ts'

type PlaceOrderAction = Extract<TradeAction, { kind: 'place' }>

/**
 * State of the ticket's last order. `waiting`: an order is unconfirmed, and the user is still loading, so it may belong
 * to another user. Nothing is sent until the user is loaded.
 */
export type PlacementState = ActionState<PlaceOrderAction> | { readonly kind: 'waiting' }

type OrderPlacement = ReadableStore<PlacementState> & {
  /** Places an order once. Ignored while another order is unsettled, and for 0.4 s after that order is settled. */
  readonly submit: (input: SubmitInput, market: string) => void
  /** Asks for the outcome of an unconfirmed order now. Never sends the order again. */
  readonly checkOutcomes: () => void
  /**
   * Dismisses the result of the last order. An unsettled order stays. `read` is the state the user has seen: it is
   * dismissed only if it is still current.
   */
  readonly dismiss: (read?: PlacementState) => void
  /** Marks the ticket as open and showing the state. Returns a function that removes the mark. */
  readonly watch: () => () => void
}

/** The trade actions of this page, limited to placing orders. */
export function orderPlacement(parts: Pick<AppParts, 'tradeActions'>): OrderPlacement {
  const actions = tradeActionsOf(parts)
  return {
    subscribe: actions.subscribe,
    getSnapshot: () => placementState(actions),
    submit: (input, market) => void actions.submit({ kind: 'place', input }, market),
    checkOutcomes: actions.checkOutcomes,
    dismiss: (read) => actions.dismiss('ticket', read?.kind === 'waiting' ? idle : read),
    watch: () => actions.watch('ticket'),
  }
}

const waiting = { kind: 'waiting' } as const

function placementState(actions: TradeActions): PlacementState {
  if (actions.getSnapshot().isOwnerPending) return waiting
  const state = actions.stateOf('ticket')
  return isPlacement(state) ? state : idle
}

function isPlacement(state: ActionState): state is ActionState<PlaceOrderAction> {
  return state.kind === 'idle' || state.request.kind === 'place'
}
