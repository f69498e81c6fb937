import type { SubmitInput } from '#contract/calls/trading.ts'
import type { TradeAction } from '#web/calls/trading.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { tradeActionsOf } from '#web/parts/order-actions/order-actions.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'
import { type ActionState, idle } from '#web/trade-actions/action-state.ts'
import type { TradeActions } from '#web/trade-actions/trade-actions.ts'

type PlaceOrderAction = Extract<TradeAction, { kind: 'place' }>

/**
 * How the last order of the ticket is going. `waiting`: an order is unconfirmed, and it is not known yet whether it belongs
 * to the user who is logged in. Until then nothing is sent.
 */
export type PlacementState = ActionState<PlaceOrderAction> | { readonly kind: 'waiting' }

type OrderPlacement = ReadableStore<PlacementState> & {
  /** Places an order, once. Does nothing while another one is not settled, and for 0.4 s after it has ended. */
  readonly send: (input: SubmitInput, market: string) => void
  /** Asks for the outcome of an unconfirmed order now. It never sends the order again. */
  readonly checkNow: () => void
  /**
   * The user has read how the last order ended. An unsettled order is not forgotten. With `read`, only if the ticket
   * still shows that.
   */
  readonly forget: (read?: PlacementState) => void
  /** The ticket is open and shows how the order is going, until it calls what this returns. */
  readonly watch: () => () => void
}

/** The ticket's view on the acts of this page. */
export function orderPlacement(parts: Pick<AppParts, 'tradeActions'>): OrderPlacement {
  const acts = tradeActionsOf(parts)
  return {
    subscribe: acts.subscribe,
    getSnapshot: () => placementState(acts),
    send: (input, market) => void acts.submit({ kind: 'place', input }, market),
    checkNow: acts.checkOutcomes,
    forget: (read) => acts.dismiss('ticket', read?.kind === 'waiting' ? idle : read),
    watch: () => acts.watch('ticket'),
  }
}

const waiting = { kind: 'waiting' } as const

function placementState(acts: TradeActions): PlacementState {
  if (acts.getSnapshot().isOwnerPending) return waiting
  const state = acts.stateOf('ticket')
  return isPlacement(state) ? state : idle
}

function isPlacement(state: ActionState): state is ActionState<PlaceOrderAction> {
  return state.kind === 'idle' || state.request.kind === 'place'
}
