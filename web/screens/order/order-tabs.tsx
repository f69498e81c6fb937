import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useScrollContainer } from '#ui/scroll-container.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useBook, useParts, useStore } from '#web/parts/app-parts.tsx'
import { addressOfTab, type OrderTab } from '#web/screens/order/order-tab.ts'

export const orderPanelId = 'orders'

/** Stays at the top while the list below it scrolls. */
export function OrderTabs({ tab }: { tab: OrderTab }) {
  const t = useBook('trading', 'orders')
  const [, go] = useLocation()
  const { status, open, pending } = useStore(useParts().portfolio.standing)
  const row = useTopOfList(tab)
  const count = (orders: readonly unknown[]) => (status === 'ready' ? orders.length : undefined)
  return (
    <div className="sticky top-0 z-10 bg-ground px-4 pt-1" ref={row}>
      <Tabs
        items={[
          { value: 'open', label: t('orders.tab.open'), count: count(open) },
          { value: 'pending', label: t('orders.tab.pending'), count: count(pending) },
          { value: 'history', label: t('orders.tab.history') },
        ]}
        label={t('orders.tabs')}
        onChange={(next) => go(addressOfTab(next), { replace: true })}
        panelId={orderPanelId}
        value={tab}
      />
    </div>
  )
}

/** Another list begins at its top, also for somebody who had scrolled down the one before. */
function useTopOfList(tab: OrderTab) {
  const row = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)
  const container = useScrollContainer()
  useEffect(() => {
    const scroller = container?.current
    if (shown.current === tab || !scroller || row.current === null) return
    shown.current = tab
    const above = row.current.previousElementSibling
    const topPx = above instanceof HTMLElement ? above.offsetTop + above.offsetHeight : 0
    if (scroller.scrollTop > topPx) scroller.scrollTop = topPx
  }, [tab, container])
  return row
}
