import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { List } from '#ui/list.tsx'
import type { PressTarget } from '#ui/pressable.tsx'
import { Stat } from '#ui/stat.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { type DateRange, rangeFromParam, rangeToParam } from '#web/parts/lists/date-range.ts'
import { DateRangeControl } from '#web/parts/lists/date-range-control.tsx'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { pathWithSearch } from '#web/parts/navigation.ts'
import { withSearchParam } from '#web/parts/url-overlay.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { endCauseKey } from '#web/portfolio/end-cause.ts'
import { TradeLink } from '#web/screens/order/active-order-list.tsx'
import { HistoryTotals } from '#web/screens/order/history/history-totals.tsx'
import { type HistoryPage, readHistory } from '#web/screens/order/history/read-history.ts'
import type { OrderRef } from '#web/screens/order/order-address.ts'
import { OrderCard, OrderCardSkeleton, OrderStats, orderCardLink } from '#web/screens/order/order-card.tsx'

type OrderHistoryProps = {
  readonly search: string
  readonly onOpen: (orderRef: OrderRef) => void
}

/** Query parameter with the date range. */
const datesParam = 'dates'

/** Closed and cancelled orders in the date range of the address. */
export function OrderHistory({ search, onOpen }: OrderHistoryProps) {
  const [, go] = useLocation()
  const range = rangeFromParam(new URLSearchParams(search).get(datesParam))
  const choose = (next: DateRange) =>
    go(pathWithSearch('/order', withSearchParam(search, datesParam, rangeToParam(next))), { replace: true })
  return (
    <>
      <div className="px-4 pb-2">
        <DateRangeControl onChange={choose} range={range} />
      </div>
      <HistoryList
        key={rangeToParam(range) ?? ''}
        onAllDates={() => choose({ kind: 'all' })}
        onOpen={onOpen}
        range={range}
        search={search}
      />
    </>
  )
}

type HistoryListProps = {
  readonly range: DateRange
  readonly search: string
  readonly onOpen: (orderRef: OrderRef) => void
  readonly onAllDates: () => void
}

/** Estimated card height. */
const cardPx = 120

/** Keyed by date range: a new range mounts a new list. */
function HistoryList({ range, search, onOpen, onAllDates }: HistoryListProps) {
  const t = useDictionary('trading', 'orders')
  const { portfolio, now } = useParts()
  const list = usePagedList<ShownOrder, HistoryPage>({
    key: ['history', rangeToParam(range) ?? ''],
    readPage: (call, page, signal) => readHistory(call, { range, nowMs: now(), page }, signal),
    keyOf,
  })
  const { prependNew } = list
  useEffect(() => portfolio.onEnded(prependNew), [portfolio, prependNew])
  const refresh = () => {
    list.refresh()
    void portfolio.refresh()
  }
  return (
    <>
      <HistoryTotals count={list.total} profit={list.firstPage?.profit} range={range} />
      <List
        empty={<NoHistory isAll={range.kind === 'all'} onAllDates={onAllDates} />}
        failedText={t('orders.failed')}
        hasMore={list.hasMore}
        items={list.items}
        keyOf={keyOf}
        label={t('orders.tab.history')}
        variant="cards"
        onMore={list.loadMore}
        onRefresh={refresh}
        onRetry={list.retry}
        rowPx={cardPx}
        skeleton={<OrderCardSkeleton buttons={0} />}
        skeletonCount={4}
        state={list.status}
      >
        {(order) => <HistoryCard order={order} target={orderCardLink(order, search, onOpen)} />}
      </List>
    </>
  )
}

function keyOf({ id }: ShownOrder): string {
  return String(id)
}

function NoHistory({ isAll, onAllDates }: { isAll: boolean; onAllDates: () => void }) {
  const t = useDictionary('trading', 'orders')
  if (isAll)
    return (
      <EmptyState
        action={<TradeLink />}
        icon="history"
        text={t('orders.none.history_text')}
        title={t('orders.none.history')}
      />
    )
  return (
    <EmptyState
      action={
        <Button onClick={onAllDates} variant="secondary">
          {t('orders.all_dates')}
        </Button>
      }
      icon="calendar"
      text={t('orders.none.range_text')}
      title={t('orders.none.range')}
    />
  )
}

/** A closed or cancelled order with its profit, cause and time. */
function HistoryCard({ order, target }: { order: ShownOrder; target: PressTarget }) {
  const t = useDictionary('trading', 'orders')
  const { dateTime } = useDateFormat()
  const isClosed = order.status === 'closed'
  return (
    <OrderCard
      note={
        <span className="flex flex-wrap justify-between gap-x-3">
          <bdi>{t(endCauseKey(order))}</bdi>
          <span>{dateTime(order.endedAt ?? '')}</span>
        </span>
      }
      order={order}
      result={
        isClosed ? (
          <Figure decimals={6} plus tone="sign" value={order.profit} />
        ) : (
          <Badge>{t(`order.status.${order.status}`)}</Badge>
        )
      }
      stats={
        <OrderStats order={order} priceLabel={t(order.openedAt === null ? 'orders.target' : 'orders.open')}>
          <Stat label={t('orders.close_price')}>
            <Figure value={isClosed ? order.closingPrice : null} />
          </Stat>
          <Stat label={t('order.leverage')}>
            <Figure prefix="×" value={order.leverage} />
          </Stat>
        </OrderStats>
      }
      target={target}
    />
  )
}
