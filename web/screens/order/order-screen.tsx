import { Activity, useEffect } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Screen } from '#ui/screen.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { MarginNotice } from '#web/parts/account/funds.tsx'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useOpenedByAddress } from '#web/parts/url-overlay.ts'
import { CloseManyEntry } from '#web/screens/order/close-many/close-many-entry.tsx'
import { OpenedCloseMany } from '#web/screens/order/close-many/opened-close-many.tsx'
import { HistoryView } from '#web/screens/order/history/history-view.tsx'
import { OpenedDetail } from '#web/screens/order/opened-detail.tsx'
import { openedText } from '#web/screens/order/opened-part.ts'
import { tabOf } from '#web/screens/order/order-tab.ts'
import { OrderTabs, orderPanelId } from '#web/screens/order/order-tabs.tsx'
import { StandingList } from '#web/screens/order/standing-list.tsx'
import { TotalsPanel } from '#web/screens/order/totals-panel.tsx'

/** Top to bottom: what the account comes to, then what is open, what waits, or what is over. */
export function OrderScreen({ search, tabBar }: ScreenProps) {
  const t = useBook('trading', 'orders')
  const { hasSimulatedPrices } = useParts()
  const tab = tabOf(search)
  const { value, open, close } = useOpenedByAddress('/order', search, 'id')
  const many = useOpenedByAddress('/order', search, 'close')
  usePrices()
  return (
    <Screen
      actions={
        // Where letters are large they go below each other, so that the title can be read.
        <span className="flex max-w-1/2 flex-wrap justify-end gap-x-2 gap-y-1 pe-2">
          <DemoBadge />
          {hasSimulatedPrices ? <Badge tone="warn">{t('trade.simulated')}</Badge> : null}
        </span>
      }
      tabBar={tabBar}
      title={t('orders.title')}
      top={<MarginNotice className="mx-4 mb-2" leadsToOrders={false} />}
    >
      <TotalsPanel />
      <OrderTabs tab={tab} />
      <TabPanel className="pt-3 pb-4" id={orderPanelId} value={tab}>
        {tab === 'open' ? <CloseManyEntry onOpen={() => many.open('many')} /> : null}
        {tab === 'history' ? null : (
          <StandingList key={tab} onOpen={(opened) => open(openedText(opened))} search={search} tab={tab} />
        )}
        {/* Kept while another list is shown: what was fetched is there at once when one comes back. */}
        <Activity mode={tab === 'history' ? 'visible' : 'hidden'}>
          <HistoryView onOpen={(opened) => open(openedText(opened))} search={search} />
        </Activity>
      </TabPanel>
      <OpenedCloseMany isOpen={many.value === 'many'} onClose={many.close} />
      <OpenedDetail onClose={close} onOpen={open} opened={value} />
    </Screen>
  )
}

/** Prices flow while the screen is shown: what a pending order is compared with is not pushed with the account. */
function usePrices(): void {
  const { markets } = useParts()
  useEffect(() => {
    if (markets.list.getSnapshot().status !== 'ready') void markets.refresh()
    return markets.watch()
  }, [markets])
}
