import { useEffect, useEffectEvent, useMemo } from 'react'
import type { CompletedAction } from '#web/calls/trading.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { describeResult } from '#web/parts/order-actions/describe-action.ts'
import { type OrderActionControl, orderActionsOf } from '#web/parts/order-actions/order-actions.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

export type OrderActionState = Pick<OrderActionControl, 'submit' | 'checkOutcomes' | 'dismiss' | 'watch'> & {
  readonly state: ActionState
  readonly isBusy: boolean
  /** True until the outcome is known. No other action on this order may be sent until then. */
  readonly isLocked: boolean
}

/** The actions on one order. The screen shows refusals and unconfirmed actions. A toast shows everything else. */
export function useOrderActions(id: number): OrderActionState {
  const parts = useParts()
  const control = useMemo(() => orderActionsOf(parts).of(id), [parts, id])
  const state = useStore(control)
  const isBusy = state.kind === 'busy'
  return { ...control, state, isBusy, isLocked: isBusy || state.kind === 'unconfirmed' }
}

/** Handles a late confirmation of an action like an immediate result, then clears it. */
export function useConfirmedAction(
  { state, dismiss }: { readonly state: ActionState; readonly dismiss: () => void },
  isShown: boolean,
  handle: (done: CompletedAction) => void,
): void {
  const { toasts } = useParts()
  const t = useDictionary('trading')
  const confirmed = isShown && state.kind === 'done' ? state : undefined
  const settle = useEffectEvent((result: Extract<ActionState, { kind: 'done' }>) => {
    toasts.show({ text: describeResult(t, result), tone: 'good' })
    handle(result.done)
    dismiss()
  })
  useEffect(() => {
    if (confirmed !== undefined) settle(confirmed)
  }, [confirmed])
}
