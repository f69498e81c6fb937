import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { CompletedAction, TradeAction } from '#web/calls/trading.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { type ActionState, type ActionTarget, isSettled } from '#web/trade-actions/action-state.ts'
import { createTradeActions, type TradeActions } from '#web/trade-actions/trade-actions.ts'

/** A trade action on one order, or on several (`close_many`). */
type OrderAction = Exclude<TradeAction, { kind: 'place' | 'reset' }>

export type OrderActionControl = ReadableStore<ActionState> & {
  /**
   * Sends the action once. Resolves with the result if it arrives in time. A later result is in the state: handle it
   * with `useConfirmedAction`. Does nothing while an action on the same order is unsettled, and for 0.4 s after the
   * same action has settled.
   */
  readonly submit: (action: OrderAction) => Promise<CompletedAction | undefined>
  /** Looks up the outcomes of all unconfirmed actions now. Never sends an action again. */
  readonly checkOutcomes: () => void
  /** Clears the result after the user has seen it. Does nothing for an unsettled action. */
  readonly dismiss: () => void
  /**
   * Call when the screen shows the state of the action. Call the returned function when it no longer does: then a
   * result is dismissed, and the notice at the top of the app shows an unsettled action.
   */
  readonly watch: () => () => void
}

type OrderActions = {
  readonly of: (orderId: number) => OrderActionControl
  /** Closes several orders at once. One such action at a time per account. */
  readonly many: OrderActionControl
}

/** Creates the trade actions of this page on first use. */
export function tradeActionsOf({ tradeActions }: Pick<AppParts, 'tradeActions'>): TradeActions {
  return tradeActions.get(createTradeActions)
}

/** Controls for single orders. They hold no state, so this can be called any number of times. */
export function orderActionsOf(parts: Pick<AppParts, 'tradeActions'>): OrderActions {
  const actions = tradeActionsOf(parts)
  return { of: (orderId) => controlOf(actions, orderId), many: controlOf(actions, 'many') }
}

function controlOf(actions: TradeActions, target: ActionTarget): OrderActionControl {
  return {
    subscribe: actions.subscribe,
    getSnapshot: () => actions.stateOf(target),
    submit: (action) => actions.submit(action),
    checkOutcomes: actions.checkOutcomes,
    dismiss: () => actions.dismiss(target),
    watch: () => actions.watch(target),
  }
}

/**
 * Value for the attribute `data-late-presses`, which blocks taps on a footer for 0.4 s after an action has settled. The
 * actions ignore such a tap anyway, but without the attribute the button would look pressed.
 */
export function blocksLateTaps(state: ActionState | { readonly kind: 'waiting' }): true | undefined {
  return state.kind !== 'waiting' && isSettled(state) ? true : undefined
}
