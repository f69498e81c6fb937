import { Activity, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { Screen } from '#ui/screen.tsx'
import { useScrollContainer } from '#ui/scroll-container.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { MarginCallNotice } from '#web/parts/account/funds.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { NoticeBell } from '#web/parts/notice-bell.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { SimulatedPricesBadge } from '#web/parts/simulated-prices.tsx'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'
import { AccountSummary } from '#web/screens/order/account-summary.tsx'
import { ActiveOrderList } from '#web/screens/order/active-order-list.tsx'
import { CloseManyBar, LazyCloseManySheet } from '#web/screens/order/close-many/close-many-entry.tsx'
import { OrderHistory } from '#web/screens/order/history/order-history.tsx'
import { LazyOrderDetail } from '#web/screens/order/lazy-order-detail.tsx'
import { formatOrderRef, type OrderTab, tabAddress, tabFromSearch } from '#web/screens/order/order-address.ts'

/** Top to bottom: account summary, then open orders, pending orders or history. */
export function OrderScreen({ search, tabBar }: ScreenProps) {
  const t = useDictionary('trading', 'orders')
  const tab = tabFromSearch(search)
  const { value, open, close } = useUrlOverlay('/order', search, 'id')
  const many = useUrlOverlay('/order', search, 'close')
  useMarketQuotes()
  return (
    <Screen
      actions={
        <>
          {/* Badges wrap onto two lines if there is little room, so that the title stays readable. */}
          <span className="flex max-w-2/5 flex-wrap justify-end gap-x-2 gap-y-1">
            <DemoBadge />
            <SimulatedPricesBadge />
          </span>
          <NoticeBell />
        </>
      }
      tabBar={tabBar}
      title={t('orders.title')}
      top={<MarginCallNotice className="mx-4 mb-2" leadsToOrders={false} />}
    >
      <AccountSummary />
      <OrderTabs tab={tab} />
      <TabPanel className="pt-3 pb-4" id={orderPanelId} value={tab}>
        {tab === 'open' ? <CloseManyBar onOpen={() => many.open('many')} /> : null}
        {tab === 'history' ? null : (
          <ActiveOrderList
            key={tab}
            onOpen={(orderRef) => open(formatOrderRef(orderRef))}
            search={search}
            tab={tab}
          />
        )}
        {/* Kept mounted while another list is shown, so that its loaded pages are not lost. */}
        <Activity mode={tab === 'history' ? 'visible' : 'hidden'}>
          <OrderHistory onOpen={(orderRef) => open(formatOrderRef(orderRef))} search={search} />
        </Activity>
      </TabPanel>
      <LazyCloseManySheet isOpen={many.value === 'many'} onClose={many.close} />
      <LazyOrderDetail onClose={close} onOpen={open} orderParam={value} />
    </Screen>
  )
}

/** Subscribes to market quotes for pending orders. The account push does not include quotes. */
function useMarketQuotes(): void {
  const { markets } = useParts()
  useEffect(() => {
    if (markets.list.getSnapshot().status !== 'ready') void markets.refresh()
    return markets.watch()
  }, [markets])
}

const orderPanelId = 'orders'

/** Sticks to the top while the list scrolls. */
function OrderTabs({ tab }: { tab: OrderTab }) {
  const t = useDictionary('trading', 'orders')
  const [, go] = useLocation()
  const { status, open, pending } = useStore(useParts().portfolio.activeOrders)
  const row = useScrollToListTop(tab)
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
        onChange={(next) => go(tabAddress(next), { replace: true })}
        panelId={orderPanelId}
        value={tab}
      />
    </div>
  )
}

/** Shows another list from its top, even if the previous one was scrolled down. */
function useScrollToListTop(tab: OrderTab) {
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
