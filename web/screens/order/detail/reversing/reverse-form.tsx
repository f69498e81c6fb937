import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { marginFaultWords } from '#web/parts/ticket/ticket-messages.ts'
import { Fact, Facts } from '#web/screens/order/detail/facts.tsx'
import { LeverageNotice } from '#web/screens/order/detail/leverage-notice.tsx'
import { ProfitFigure } from '#web/screens/order/detail/live-figures.tsx'
import { PreviewFacts } from '#web/screens/order/detail/preview-facts.tsx'
import { useReverse } from '#web/screens/order/detail/reversing/use-reverse.ts'

/** What a reversal does, in words and figures. */
export function ReverseForm({ order }: { order: ShownOrder }) {
  const t = useBook('trading', 'orders', 'ticket')
  const ticket = useReverse(order)?.ticket
  const side = order.side === 'buy' ? 'sell' : 'buy'
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        <bdi>{t(`detail.reverse.text.${order.side}`, { lots: figureText(order.lots) })}</bdi>
      </p>
      <LeverageNotice order={order} ticket={ticket} />
      <Facts>
        <Fact label={t('detail.reverse.realised')}>
          <ProfitFigure order={order} />
        </Fact>
        <Fact label={t('detail.reverse.price')}>
          <Figure decimals={order.market.precision} flash value={ticket?.price} />
          {ticket?.worstPrice == null ? null : (
            <span className="block text-12 font-normal text-dim">
              {t(`ticket.worst.${side}`, { price: figureText(ticket.worstPrice) })}
            </span>
          )}
        </Fact>
        <PreviewFacts ticket={ticket} />
      </Facts>
      {/* Its line is reserved, so that nothing moves when the fault appears. */}
      <p aria-live="polite" className="min-h-5 text-12 text-danger">
        {ticket === undefined ? null : marginFaultWords(t, ticket)}
      </p>
    </div>
  )
}
