import type { TicketKey } from '#i18n/ticket/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { moneyDecimals } from '#web/parts/money-decimals.ts'
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

/** Why there is not enough margin; undefined if there is. */
export function marginFaultWords(
  t: Translate<TicketKey>,
  ticket: TicketView | undefined,
): string | undefined {
  const fault = ticket?.faults.margin
  if (fault?.kind !== 'insufficient_margin') return undefined
  const inDollars = (amount: string) => figureText(amount, { decimals: moneyDecimals(amount) })
  return t('ticket.fault.margin', { needed: inDollars(fault.needed), available: inDollars(fault.available) })
}
