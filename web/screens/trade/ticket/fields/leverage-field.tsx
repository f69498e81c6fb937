import { Chips } from '#ui/chips.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { isolated } from '#web/parts/entry/form/isolated.ts'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'
import { chooseLeverage } from '#web/screens/trade/ticket/ticket-draft.ts'
import { useChangeTicket, useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** One of the multipliers of the market, in a row that scrolls where there are many. */
export function LeverageField() {
  const t = useBook('trading', 'ticket')
  const change = useChangeTicket()
  const { market } = useTicketOf()
  const chosen = useTicket(({ draft }) => draft.leverage)
  const isMissing = useTicket(({ view }) => view.faults.leverage !== undefined)
  const fault = useRefusal('leverage') ?? (isMissing ? t('ticket.fault.leverage') : undefined)
  return (
    <div className="border-b border-line py-1.5">
      <div className="flex items-center gap-1">
        <span className="shrink-0">{t('order.leverage')}</span>
        <Chips
          className={rowLook}
          items={market.terms.leverages.map((value) => ({
            value: String(value),
            label: isolated(`×${value}`),
          }))}
          label={t('order.leverage')}
          look="box"
          onChange={(value) => change((draft) => chooseLeverage(draft, Number(value)))}
          value={String(chosen ?? '')}
        />
      </div>
      {fault === undefined ? null : (
        <p aria-live="polite" className="text-12 text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Its ends fade, so that it can be seen that there is more. */
const rowLook =
  'ms-auto -me-4 min-w-0 flex-nowrap! justify-start! no-scrollbar overflow-x-auto px-4 [mask-image:linear-gradient(to_right,transparent,black_16px,black_calc(100%-16px),transparent)]'
