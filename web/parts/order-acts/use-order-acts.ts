import { useMemo } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import { type ActOnOrder, type OrderActState, orderActsOf } from '#web/parts/order-acts/order-acts.ts'
import { useStore } from '#web/parts/use-store.ts'

export type OnOrder = Pick<ActOnOrder, 'run' | 'askAgain' | 'forget' | 'watch'> & {
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
