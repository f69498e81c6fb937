import { useMemo } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'
import {
  type ActOnOrder,
  type OrderActState,
  orderActsOf,
} from '#web/screens/order/detail/acts/order-acts.ts'

export type OnOrder = Pick<ActOnOrder, 'run' | 'askAgain' | 'forget' | 'leave'> & {
  readonly state: OrderActState
  readonly isBusy: boolean
  /** Nothing else may be asked for as long as nobody knows how this went. */
  readonly isLocked: boolean
}

/** What can be done to one order. A refusal is said beside what was asked for; everything else in a toast. */
export function useOrderActs(id: number): OnOrder {
  const parts = useParts()
  const act = useMemo(() => orderActsOf(parts).of(id), [parts, id])
  const state = useStore(act)
  const isBusy = state.kind === 'busy'
  return { ...act, state, isBusy, isLocked: isBusy || state.kind === 'unknown' }
}
