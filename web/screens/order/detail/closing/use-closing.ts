import { useMemo } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { useRate } from '#web/parts/market/use-usd-rate.ts'
import { type ClosingView, viewClosing } from '#web/screens/order/detail/closing/closing-view.ts'

/** What closing so many lots comes to, live. */
export function useClosing(order: ShownOrder, text: string): ClosingView {
  const { portfolio } = useParts()
  const figures = useStore(portfolio.figures(order.id))
  const rate = useRate(order.market.quoteCurrency)
  return useMemo(() => viewClosing(order, text, { figures, rate }), [order, text, figures, rate])
}
