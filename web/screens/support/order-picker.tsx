import { useState } from 'react'
import type { Call } from '#browser/calls/call-request.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { ScrollContainer } from '#ui/scroll-container.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { readOrders } from '#web/calls/trading.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { Page } from '#web/parts/lists/paged-list.ts'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { OrderSummary } from '#web/screens/support/order-card.tsx'

const statuses = { history: 3, open: 1, pending: 0 } as const
type OrderList = keyof typeof statuses
const lists = ['history', 'open', 'pending'] as const satisfies readonly OrderList[]

type OrderPickerProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onPick: (id: number) => void
}

/** The user's own orders, newest first. One tap attaches one. */
export function OrderPicker({ isOpen, onClose, onPick }: OrderPickerProps) {
  const t = useDictionary('support')
  const [list, setList] = useState<OrderList>('history')
  return (
    <Sheet
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
      open={isOpen}
      swipe="title"
      title={t('support.pick')}
    >
      <Chips
        className="-mx-4 px-4"
        items={lists.map((value) => ({ value, label: t(`support.pick.${value}`) }))}
        label={t('support.pick.lists')}
        onChange={setList}
        value={list}
      />
      {/* The sheet scrolls, not the screen below it. */}
      <ScrollContainer value={null}>
        <Orders key={list} list={list} onPick={onPick} />
      </ScrollContainer>
    </Sheet>
  )
}

const keyOf = ({ id }: ShownOrder) => String(id)

async function readPage(
  call: Call,
  list: OrderList,
  page: number,
  signal: AbortSignal,
): Promise<Page<ShownOrder>> {
  const { data, total } = await readOrders(call, { status: statuses[list], page }, { signal })
  return { data: data.map(orderFromWire), total }
}

function Orders({ list, onPick }: { list: OrderList; onPick: (id: number) => void }) {
  const t = useDictionary('support')
  const { dateTime } = useDateFormat()
  const { status, items, hasMore, loadMore, retry } = usePagedList<ShownOrder>({
    key: ['support_orders', list],
    readPage: (call, page, signal) => readPage(call, list, page, signal),
    keyOf,
  })
  return (
    <div className="-mx-4 mt-1 min-h-64">
      <List
        empty={<EmptyState title={t('support.pick.none')} />}
        failedText={t('support.pick.failed')}
        hasMore={hasMore}
        items={items}
        keyOf={keyOf}
        label={t(`support.pick.${list}`)}
        onMore={hasMore ? loadMore : undefined}
        onRetry={retry}
        skeletonCount={4}
        state={status}
      >
        {(order) => (
          <button
            className="grid w-full gap-0.5 px-4 py-2.5 text-start hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
            onClick={() => onPick(order.id)}
            type="button"
          >
            <OrderSummary order={order} />
            <span className="flex flex-wrap gap-x-2 text-12 text-dim tabular-nums">
              <span className="ltr-isolate">#{order.id}</span>
              {dateTime(order.placedAt)}
            </span>
          </button>
        )}
      </List>
    </div>
  )
}
