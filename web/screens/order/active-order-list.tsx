import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { OpenOrderCard, PendingOrderCard } from '#web/screens/order/active-order-cards.tsx'
import type { OrderRef } from '#web/screens/order/order-address.ts'
import { OrderCardSkeleton, orderCardLink } from '#web/screens/order/order-card.tsx'

type ActiveOrderListProps = {
  readonly tab: 'open' | 'pending'
  readonly search: string
  readonly onOpen: (orderRef: OrderRef) => void
}

/** All orders are in memory. This many more are rendered as the user scrolls. */
const pageSize = 20
const cards = { open: OpenOrderCard, pending: PendingOrderCard } as const
const buttonCounts = { open: 3, pending: 2 } as const
/** Estimated card height. */
const cardPx = 171

/** Open or pending orders, newest first. */
export function ActiveOrderList({ tab, search, onOpen }: ActiveOrderListProps) {
  const t = useDictionary('trading', 'orders')
  const { portfolio } = useParts()
  const { status, [tab]: orders } = useStore(portfolio.activeOrders)
  const [shown, setShown] = useState(pageSize)
  const shownOrders = useMemo(() => orders.slice(0, shown), [orders, shown])
  const Card = cards[tab]
  const refresh = () => void portfolio.refresh()
  return (
    <List
      empty={<NoActiveOrders tab={tab} />}
      failedText={t('orders.failed')}
      hasMore={orders.length > shown}
      items={shownOrders}
      keyOf={keyOf}
      label={t(`orders.tab.${tab}`)}
      variant="cards"
      // Without `onMore`, a list of one page shows no end marker.
      onMore={orders.length > pageSize ? () => setShown(shown + pageSize) : undefined}
      onRefresh={refresh}
      onRetry={refresh}
      rowPx={cardPx}
      skeleton={<OrderCardSkeleton buttons={buttonCounts[tab]} />}
      skeletonCount={3}
      state={status}
    >
      {(order) => (
        <Card
          onOpen={(part) => onOpen({ id: order.id, part })}
          order={order}
          target={orderCardLink(order, search, onOpen)}
        />
      )}
    </List>
  )
}

function keyOf({ id }: ShownOrder): string {
  return String(id)
}

function NoActiveOrders({ tab }: { tab: 'open' | 'pending' }) {
  const t = useDictionary('trading', 'orders')
  return (
    <EmptyState action={<TradeLink />} text={t(`orders.none.${tab}_text`)} title={t(`orders.none.${tab}`)} />
  )
}

/** Link from an empty list to the trade screen. */
export function TradeLink() {
  const t = useDictionary('orders')
  const [, go] = useLocation()
  return (
    <ButtonLink href="/trade" onSelect={() => go('/trade')}>
      {t('orders.to_trade')}
    </ButtonLink>
  )
}
