import { useState } from 'react'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { OrderFacts } from '#desk/screens/support/order-facts.tsx'
import { OrderReceipt } from '#desk/screens/support/order-receipt-list.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type OrderCardProps = { readonly threadId: number; readonly number: number; readonly orderId: number }

/** The order that a message names. It is read on request, because every look at it is audited. */
export function OrderCard({ threadId, number, orderId }: OrderCardProps) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section
      aria-label={t('support.order', { id: `#${orderId}` })}
      className="grid grid-cols-1 gap-3 rounded-8 border border-line bg-surface p-3 text-13"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Icon name="order" size={18} />
        <strong className="grow font-semibold">
          {t('support.order', { id: `\u2066#${orderId}\u2069` })}
        </strong>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} size="small" variant="secondary">
          {t(isOpen ? 'support.order.hide' : 'support.order.show')}
        </Button>
      </div>
      {isOpen ? <Order number={number} threadId={threadId} /> : null}
    </section>
  )
}

function Order({ threadId, number }: Omit<OrderCardProps, 'orderId'>) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['support', 'order', threadId, number], async (options) =>
    orderFromWire(await calls.supportOrder({ id: threadId, number }, options)),
  )
  return (
    <QueryView
      failedTitle={t('support.order.failed')}
      query={query}
      skeleton={<Skeleton className="h-40" shape="box" />}
    >
      {(order) => (
        <div className="grid grid-cols-1 gap-4">
          <OrderFacts order={order} />
          <OrderReceipt order={order} />
        </div>
      )}
    </QueryView>
  )
}
