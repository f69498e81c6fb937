import { Figure } from '#ui/figure.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'
import { Fact } from '#web/screens/order/detail/facts.tsx'

/** Margin and fee of the new order, and the account once it is open. */
export function PreviewFacts({ ticket }: { ticket: TicketView | undefined }) {
  const t = useBook('trading', 'ticket')
  const summary = ticket?.summary
  return (
    <>
      <Fact label={t('order.margin')}>
        <Figure decimals={6} unit="USD" value={summary?.margin} />
      </Fact>
      <Fact label={t('order.fee')}>
        <Figure decimals={6} unit="USD" value={summary?.fee} />
      </Fact>
      <Fact label={t('ticket.available_after')}>
        <Figure decimals={2} unit="USD" value={summary?.availableAfter} />
      </Fact>
      <Fact label={t('ticket.risk_after')}>
        <Figure decimals={2} unit="%" value={summary?.riskRateAfter} />
      </Fact>
    </>
  )
}
