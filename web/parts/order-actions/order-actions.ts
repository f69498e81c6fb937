import type { CompletedAction, TradeAction } from '#web/calls/trading.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import type { ReadableStore } from '#web/platform/value-store.ts'
import { type ActionState, type ActionTarget, isSettled } from '#web/trade-actions/action-state.ts'
import { createTradeActions, type TradeActions } from '#web/trade-actions/trade-actions.ts'

/** An act on an order, or on many (`close_many`). */
type OrderAction = Exclude<TradeAction, { kind: 'place' | 'reset' }>

export type OrderActionControl = ReadableStore<ActionState> & {
  /**
   * Sends the act, once. Resolves with the answer if it came at once. A result that comes later is in the state: handle
   * it with `useDoneAct`. Does nothing while an act on the same order is not settled, and for 0.4 s after the same one.
   */
  readonly run: (act: OrderAction) => Promise<CompletedAction | undefined>
  /** Asks for the outcome of an unconfirmed act now. It never sends the act again. */
  readonly checkNow: () => void
  /** The user has read how it ended. An act that is not settled is not forgotten. */
  readonly forget: () => void
  /** The screen shows how the act goes, until it calls what this returns. Elsewhere a notice on top of the app does. */
  readonly watch: () => () => void
}

type OrderActions = {
  readonly of: (orderId: number) => OrderActionControl
  /** Closing many orders at once: one such act at a time for the whole account. */
  readonly many: OrderActionControl
}

/** The acts of this page. */
export function tradeActionsOf({ tradeActions: acts }: Pick<AppParts, 'tradeActions'>): TradeActions {
  return acts.get(createTradeActions)
}

/** Views on the acts of this page. Call it as often as you like: the state is held by the app. */
export function orderActionsOf(parts: Pick<AppParts, 'tradeActions'>): OrderActions {
  const acts = tradeActionsOf(parts)
  return { of: (orderId) => controlOf(acts, orderId), many: controlOf(acts, 'many') }
}

function controlOf(acts: TradeActions, place: ActionTarget): OrderActionControl {
  return {
    subscribe: acts.subscribe,
    getSnapshot: () => acts.stateOf(place),
    run: (act) => acts.submit(act),
    checkNow: acts.checkOutcomes,
    forget: () => acts.dismiss(place),
    watch: () => acts.watch(place),
  }
}

/**
 * For the attribute `data-late-presses` of a footer: it takes no tap for 0.4 s after an act has ended. Without it the
 * tap would be ignored by the acts, but the button would look as if it had been pressed.
 */
export function latePresses(state: ActionState | { readonly kind: 'waiting' }): true | undefined {
  return state.kind !== 'waiting' && isSettled(state) ? true : undefined
}
