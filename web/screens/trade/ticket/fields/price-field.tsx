import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { TargetRow } from '#web/parts/ticket/target-row.tsx'
import { TicketRow } from '#web/parts/ticket/ticket-row.tsx'
import { useLine } from '#web/parts/use-line.ts'
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
  const isGone = useLine() === 'gone'
  return (
    <Figure
      className={classes(className, isGone && 'text-dim')}
      decimals={market.precision}
      flash
      value={best}
    />
  )
}

function TargetField() {
  const change = useChangeTicket()
  const { market, source } = useTicketOf()
  return (
    <TargetRow
      best={<BestPrice className="" />}
      fault={useTicket(({ view }) => view.faults.target?.kind)}
      onBest={() => change((draft) => setTarget(draft, source.getSnapshot().view.bestPrice ?? draft.target))}
      onChange={(text) => change((draft) => setTarget(draft, text))}
      precision={market.precision}
      refusal={useRefusal('target')}
      start={source.getSnapshot().view.bestPrice ?? undefined}
      value={useTicket(({ draft }) => draft.target)}
    />
  )
}
