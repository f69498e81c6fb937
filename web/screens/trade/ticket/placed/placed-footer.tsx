import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

export type PlacedFooterProps = {
  readonly order: ShownOrder
  readonly onClose: () => void
}

/** Where to look at it, and the way out. */
export function PlacedFooter({ order, onClose }: PlacedFooterProps) {
  const t = useBook('ticket')
  const [, go] = useLocation()
  const isOpen = order.status !== 'pending'
  const orders = `/order?type=${isOpen ? 1 : 0}`
  // In place of the ticket, so that the way back does not lead into it again.
  const look = () => go(orders, { replace: true })
  // The button that was pressed is gone, and the keyboard with it.
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus({ preventScroll: true }), [])
  return (
    <div className="grid grid-cols-1 gap-2" data-late-presses>
      <Button full onClick={onClose} ref={done} size="large" variant="strong">
        {t('ticket.placed.done')}
      </Button>
      <ButtonLink full href={orders} onSelect={look} variant="secondary">
        {t(isOpen ? 'ticket.placed.to_open' : 'ticket.placed.to_pending')}
      </ButtonLink>
    </div>
  )
}
