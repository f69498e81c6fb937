import { useEffect, useEffectEvent, useMemo } from 'react'
import type { CompletedAction } from '#web/calls/trading.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { describeResult } from '#web/parts/order-actions/describe-action.ts'
import { type OrderActionControl, orderActionsOf } from '#web/parts/order-actions/order-actions.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

export type OrderActionState = Pick<OrderActionControl, 'run' | 'checkNow' | 'forget' | 'watch'> & {
  readonly state: ActionState
  readonly isBusy: boolean
  /** No other act on this order may be sent before it is known how this one went. */
  readonly isLocked: boolean
}

/** The acts on one order. Its screen shows refusals and unconfirmed acts; everything else is said in a toast. */
export function useOrderActions(id: number): OrderActionState {
  const parts = useParts()
  const act = useMemo(() => orderActionsOf(parts).of(id), [parts, id])
  const state = useStore(act)
  const isBusy = state.kind === 'busy'
  return { ...act, state, isBusy, isLocked: isBusy || state.kind === 'unconfirmed' }
}

/** Handles the answer to an act that was confirmed late, as its first answer would have been, and forgets the act. */
export function useConfirmedAction(
  { state, forget }: { readonly state: ActionState; readonly forget: () => void },
  isShown: boolean,
  handle: (done: CompletedAction) => void,
): void {
  const { toasts } = useParts()
  const t = useDictionary('trading')
  const ended = isShown && state.kind === 'done' ? state : undefined
  const settle = useEffectEvent((confirmed: Extract<ActionState, { kind: 'done' }>) => {
    toasts.show({ text: describeResult(t, confirmed), tone: 'good' })
    handle(confirmed.done)
    forget()
  })
  useEffect(() => {
    if (ended !== undefined) settle(ended)
  }, [ended])
}
