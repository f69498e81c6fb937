import { useMemo } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { useRate } from '#web/parts/market/use-usd-rate.ts'
import { type StopDrafts, type StopsView, viewStops } from '#web/screens/order/detail/stops/stops-view.ts'

/** What the stops come to as they are typed, live. */
export function useStops(order: ShownOrder, drafts: StopDrafts): StopsView {
  const { portfolio } = useParts()
  const closingPrice = useStore(portfolio.figures(order.id))?.closingPrice ?? order.closingPrice
  const funds = useStore(portfolio.funds)
  const balance = funds.kind === 'known' ? funds.amounts.balance : undefined
  const rate = useRate(order.market.quoteCurrency)
  return useMemo(
    () => viewStops(order, drafts, { closingPrice, rate, balance }),
    [order, drafts, closingPrice, rate, balance],
  )
}
