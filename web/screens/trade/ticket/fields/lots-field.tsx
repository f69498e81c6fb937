import { formatLots, lots, lotsDecimals } from '#core/money/lots.ts'
import { unitsOf } from '#core/money/units-of.ts'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { TicketRow } from '#web/screens/trade/ticket/fields/ticket-row.tsx'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'
import { setLots } from '#web/screens/trade/ticket/ticket-draft.ts'
import { useChangeTicket, useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** How much: in steps of the market and never below one. */
export function LotsField() {
  const t = useBook('trading')
  const change = useChangeTicket()
  const { market } = useTicketOf()
  const typed = useTicket(({ draft }) => draft.lots)
  const fault = useLotsFault()
  const { step, least, most } = boundsOf(market)
  return (
    <TicketRow fault={fault} hint={useLotSize(market)} label={t('order.lots')}>
      {(noteId) => (
        <NumberField
          aria-describedby={noteId}
          aria-invalid={fault !== undefined}
          className="w-44 @min-[14rem]:@max-[20rem]:w-40"
          label={t('order.lots')}
          max={most}
          min={least}
          onChange={(text) => change((draft) => setLots(draft, text))}
          onLeave="keep"
          step={step}
          value={typed}
        />
      )}
    </TicketRow>
  )
}

function useLotsFault(): string | undefined {
  const t = useBook('ticket')
  const { market } = useTicketOf()
  const kind = useTicket(({ view }) => view.faults.lots?.kind)
  const refusal = useRefusal('lots')
  const { step, least, most } = boundsOf(market)
  if (kind === undefined) return refusal
  if (kind === 'required') return t('ticket.fault.lots')
  return kind === 'lots_limit'
    ? t('ticket.fault.lots_limit', { most })
    : t('ticket.fault.invalid_lots', { least, step })
}

/** What one lot is: so much of the first currency of a pair, or so many of whatever it is. */
function useLotSize({ showCode, terms }: ListedMarket): string {
  const t = useBook('ticket')
  const units = figureText(terms.unitsPerLot)
  const [, unit] = /^([A-Z]{3})\/[A-Z]{3}$/.exec(showCode) ?? []
  return unit === undefined ? t('ticket.lot_is_units', { units }) : t('ticket.lot_is', { units, unit })
}

function boundsOf({ terms: { lotStep, leastLots, mostLots } }: ListedMarket) {
  const inLots = (value: number) => formatLots(lots(unitsOf(value, lotsDecimals)))
  return { step: inLots(lotStep), least: inLots(Math.max(lotStep, leastLots)), most: inLots(mostLots) }
}
