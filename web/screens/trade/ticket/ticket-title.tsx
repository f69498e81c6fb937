import { Figure } from '#ui/figure.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badge.tsx'
import { QuoteAge } from '#web/parts/quote-age.tsx'
import { useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** Which market, and whether the money is real. */
export function TicketTitle({ showCode }: { showCode: string }) {
  return (
    <>
      <bdi className="truncate">{showCode}</bdi>
      <DemoBadge />
    </>
  )
}

/** Both prices, as they move. */
export function TicketQuote() {
  const t = useTranslate()
  const { market } = useTicketOf()
  const quote = useTicket((now) => now.quote)
  return (
    <span className="relative text-13 text-dim ltr-isolate">
      <span className="sr-only">{t('trade.bid')} </span>
      <Figure decimals={market.precision} value={quote?.bid} />
      {' / '}
      <span className="sr-only">{t('trade.ask')} </span>
      <Figure decimals={market.precision} value={quote?.ask} />
      {/* Below them, where there is room: nothing moves when it comes. */}
      <QuoteAge className="absolute end-0 top-full" />
    </span>
  )
}
