import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { priceStep } from '#web/parts/stops/price-step.ts'
import { TicketRow } from '#web/screens/trade/ticket/fields/ticket-row.tsx'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'
import { setTarget } from '#web/screens/trade/ticket/ticket-draft.ts'
import { useChangeTicket, useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** At market the price is the best there is; a pending order waits for its own. */
export function PriceField() {
  return useTicket(({ draft }) => draft.mode) === 'market' ? <MarketPrice /> : <TargetField />
}

function MarketPrice() {
  const t = useBook('ticket')
  return (
    <TicketRow label={t('ticket.best_price')}>
      {() => <BestPrice className="text-17 font-semibold" />}
    </TicketRow>
  )
}

function BestPrice({ className }: { className: string }) {
  const { market } = useTicketOf()
  const best = useTicket(({ view }) => view.bestPrice)
  return <Figure className={className} decimals={market.precision} flash value={best} />
}

function TargetField() {
  const t = useBook('trading', 'ticket')
  const change = useChangeTicket()
  const noteId = useId()
  const { market, source } = useTicketOf()
  const typed = useTicket(({ draft }) => draft.target)
  const fault = useTargetFault()
  const fill = () => change((draft) => setTarget(draft, source.getSnapshot().view.bestPrice ?? draft.target))
  return (
    <div className="border-b border-line pt-2">
      <span>{t('order.target_price')}</span>
      <div className="flex items-center gap-3 pt-1">
        <NumberField
          aria-describedby={noteId}
          aria-invalid={fault !== undefined}
          className="min-w-0 grow basis-0"
          label={t('order.target_price')}
          min="0"
          onChange={(text) => change((draft) => setTarget(draft, text))}
          onLeave="keep"
          start={source.getSnapshot().view.bestPrice ?? undefined}
          step={priceStep(market.precision)}
          value={typed}
        />
        <Button className="w-[42%] shrink-0 px-1!" onClick={fill} variant="secondary">
          <span className="text-13">
            <span className="font-normal text-dim">{t('ticket.best_price')}</span> <BestPrice className="" />
          </span>
        </Button>
      </div>
      <p aria-live="polite" className="min-h-6 pt-0.5 pb-1.5 text-12 text-danger" id={noteId}>
        {fault}
      </p>
    </div>
  )
}

function useTargetFault(): string | undefined {
  const t = useBook('ticket')
  const kind = useTicket(({ view }) => view.faults.target?.kind)
  const refusal = useRefusal('target')
  if (kind === undefined) return refusal
  return kind === 'required' ? t('ticket.fault.target') : t('ticket.fault.invalid_price')
}
