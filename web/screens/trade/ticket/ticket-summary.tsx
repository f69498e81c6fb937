import { Figure, type FigureProps } from '#ui/figure.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { moneyDecimals } from '#web/parts/decimals.ts'
import { describeMarginFault } from '#web/parts/ticket/ticket-messages.ts'
import type { TicketSummary as Summary } from '#web/parts/ticket/ticket-types.ts'
import { useRefusal, useTicket, useTicketContext } from '#web/screens/trade/ticket/ticket-context.tsx'

/** Margin, fee and the account after the order. Each figure subscribes to its own value. */
export function TicketSummary() {
  const t = useDictionary('trading', 'ticket')
  const { market } = useTicketContext()
  return (
    <>
      <dl
        aria-label={t('ticket.summary')}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(6.75rem,100%),1fr))] gap-x-3 gap-y-1.5 pt-3 text-13"
      >
        <Amount decimals={6} label={t('order.margin')} of="margin" />
        <Amount label={t('order.fee')} of="fee" />
        <Amount decimals={2} label={t('ticket.available_after')} of="freeMarginAfter" />
        <Amount label={t('ticket.risk_after')} of="marginLevelAfter" unit="%" />
        <Amount label={t('ticket.pip_value')} of="pipValue" />
        <Amount decimals={market.precision} label={t('ticket.close_out')} of="closeOutPrice" />
      </dl>
      <MarginFault />
    </>
  )
}

type AmountProps = Pick<FigureProps, 'decimals' | 'unit'> & {
  readonly label: string
  readonly of: keyof Summary
}

function Amount({ label, of, ...format }: AmountProps) {
  const value = useTicket(({ view }) => view.summary[of])
  return (
    <div className="flex flex-col justify-between">
      <dt className="text-12 text-dim">{label}</dt>
      <dd className="font-semibold">
        <Figure
          decimals={of === 'fee' ? moneyDecimals(value) : amountDecimals(value)}
          {...format}
          value={value}
        />
      </dd>
    </div>
  )
}

/** No decimals from 1,000 on, where they do not matter. Six below a cent, where two would show zero. */
function amountDecimals(value: string | null): number {
  if (value === null) return 2
  if (value.indexOf('.') > 3) return 0
  return value.startsWith('0.00') ? 6 : 2
}

/** The line is reserved, so that nothing moves when the message appears. */
function MarginFault() {
  const t = useDictionary('ticket')
  const refusal = useRefusal('margin')
  const words = useTicket(({ view }) => describeMarginFault(t, view))
  return (
    <p aria-live="polite" className="min-h-5 pt-1 text-12 text-danger">
      {words ?? refusal}
    </p>
  )
}
