import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'

/** Labelled values in as many columns as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-2">
      {children}
    </dl>
  )
}

type FactProps = {
  readonly label: ReactNode
  /** Takes a whole line. */
  readonly wide?: boolean | undefined
  readonly children: ReactNode
}

export function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={classes('min-w-0', wide && 'col-span-full')}>
      <dt className="text-12 text-dim">{label}</dt>
      <dd className="text-13 font-semibold break-words">{children}</dd>
    </div>
  )
}

/** Facts under a heading. */
export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-13 font-semibold text-dim">{title}</h3>
      {children}
    </section>
  )
}

/** Margin and fee of the new order, and the account after it opens. */
export function PreviewFacts({ ticket }: { ticket: TicketView | undefined }) {
  const t = useDictionary('trading', 'ticket')
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
        <Figure decimals={2} unit="USD" value={summary?.freeMarginAfter} />
      </Fact>
      <Fact label={t('ticket.risk_after')}>
        <Figure decimals={2} unit="%" value={summary?.marginLevelAfter} />
      </Fact>
    </>
  )
}
