import { useMemo } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type ReverseView, viewReverse } from '#web/screens/order/detail/reversing/reverse-view.ts'
import { useSurroundings } from '#web/screens/order/detail/use-surroundings.ts'

/** The reversal of an order at the prices of now. Undefined until its market is known. */
export function useReverse(order: ShownOrder): ReverseView | undefined {
  const around = useSurroundings(order.market.id, order.market.quoteCurrency)
  return useMemo(() => (around === undefined ? undefined : viewReverse(order, around)), [order, around])
}
