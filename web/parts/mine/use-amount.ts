import { useSyncExternalStore } from 'react'
import type { Amounts } from '#contract/funds-from-wire.ts'
import { useParts } from '#web/parts/app-parts.tsx'

export type AmountName = Exclude<keyof Amounts, 'quoteSeq' | 'ordersMark'>

/** An exact decimal, in dollars or percent. Null is not known, which is not zero. */
export function useAmount(name: AmountName): string | null {
  const { funds } = useParts().portfolio
  return useSyncExternalStore(funds.subscribe, () => {
    const state = funds.getSnapshot()
    return state.kind === 'known' ? state.amounts[name] : null
  })
}
