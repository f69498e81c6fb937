import { useEffect } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import type { DateRange } from '#web/parts/lists/date-range.ts'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { HistoryCard } from '#web/screens/order/history/history-card.tsx'
import { HistoryTotals } from '#web/screens/order/history/history-totals.tsx'
import { type HistoryPage, readHistory } from '#web/screens/order/history/read-history.ts'
import type { OpenedOrder } from '#web/screens/order/opened-part.ts'
import { OrderCardSkeleton } from '#web/screens/order/order-card.tsx'
import { targetOf } from '#web/screens/order/target-of.ts'
import { ToTrade } from '#web/screens/order/to-trade.tsx'

export type HistoryListProps = {
  readonly range: DateRange
  readonly search: string
  readonly onOpen: (opened: OpenedOrder) => void
  readonly onAllDates: () => void
}

/** What a card usually is high. */
const cardPx = 120

/** Made anew for other days. */
export function HistoryList({ range, search, onOpen, onAllDates }: HistoryListProps) {
  const t = useBook('trading', 'orders')
  const { portfolio, now } = useParts()
  const { list, state } = usePagedList<ShownOrder, HistoryPage>(
    (call, page, signal) => readHistory(call, { range, nowMs: now(), page }, signal),
    keyOf,
  )
  useEffect(() => portfolio.onEnded(list.renew), [portfolio, list])
  const refresh = () => {
    list.refresh()
    void portfolio.refresh()
  }
  return (
    <>
      <HistoryTotals count={state.total} profit={state.answer?.profit} range={range} />
      <List
        empty={<NothingOver isAll={range.kind === 'all'} onAllDates={onAllDates} />}
        failedText={t('orders.failed')}
        hasMore={state.hasMore}
        items={state.items}
        keyOf={keyOf}
        label={t('orders.tab.history')}
        look="cards"
        onMore={list.more}
        onRefresh={refresh}
        onRetry={list.retry}
        rowPx={cardPx}
        skeleton={<OrderCardSkeleton buttons={0} />}
        skeletonCount={4}
        state={state.status}
      >
        {(order) => <HistoryCard order={order} target={targetOf(order, search, onOpen)} />}
      </List>
    </>
  )
}

function keyOf({ id }: ShownOrder): string {
  return String(id)
}

function NothingOver({ isAll, onAllDates }: { isAll: boolean; onAllDates: () => void }) {
  const t = useBook('trading', 'orders')
  if (isAll)
    return (
      <EmptyState
        action={<ToTrade />}
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
