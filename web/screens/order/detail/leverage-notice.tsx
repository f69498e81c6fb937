import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Notice } from '#ui/notice.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'

export type LeverageNoticeProps = { readonly order: ShownOrder; readonly ticket: TicketView | undefined }

/** A new order takes over the leverage of the old one. It cannot be chosen here if the market no longer offers it. */
export function LeverageNotice({ order, ticket }: LeverageNoticeProps) {
  const t = useBook('orders')
  if (ticket?.faults.leverage === undefined) return null
  return (
    <Notice icon="warning" live tone="danger">
      {t('detail.leverage_gone', { leverage: `\u2066×${order.leverage}\u2069` })}
    </Notice>
  )
}
