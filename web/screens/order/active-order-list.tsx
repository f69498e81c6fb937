import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { OpenOrderCard, PendingOrderCard } from '#web/screens/order/active-order-cards.tsx'
import type { OrderRef } from '#web/screens/order/order-address.ts'
import { OrderCardSkeleton, orderCardLink } from '#web/screens/order/order-card.tsx'

type ActiveOrderListProps = {
  readonly tab: 'open' | 'pending'
  readonly search: string
  readonly onOpen: (opened: OrderRef) => void
}

/** All of them are known; so many more are shown whenever the end comes near. */
const pageSize = 20
const cards = { open: OpenOrderCard, pending: PendingOrderCard } as const
const buttonCounts = { open: 3, pending: 2 } as const
/** What a card usually is high. */
const cardPx = 171

/** The orders that stand, newest first, as the portfolio holds them. */
export function ActiveOrderList({ tab, search, onOpen }: ActiveOrderListProps) {
  const t = useDictionary('trading', 'orders')
  const { portfolio } = useParts()
  const { status, [tab]: orders } = useStore(portfolio.activeOrders)
  const [shown, setShown] = useState(pageSize)
  const Card = cards[tab]
  const refresh = () => void portfolio.refresh()
  return (
    <List
      empty={<NoActiveOrders tab={tab} />}
      failedText={t('orders.failed')}
      hasMore={orders.length > shown}
      items={orders.slice(0, shown)}
      keyOf={keyOf}
      label={t(`orders.tab.${tab}`)}
      look="cards"
      // A list of one slice needs no word on its end.
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

/** The way on from an empty list. */
export function TradeLink() {
  const t = useDictionary('orders')
  const [, go] = useLocation()
  return (
    <ButtonLink href="/trade" onSelect={() => go('/trade')}>
      {t('orders.to_trade')}
    </ButtonLink>
  )
}
