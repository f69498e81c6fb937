import { formatLots, lots, lotsDecimals } from '#core/money/lots.ts'
import { unitsOf } from '#core/money/units-of.ts'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { TicketRow } from '#web/parts/ticket/ticket-row.tsx'
import type { TicketFault } from '#web/parts/ticket/ticket-types.ts'

export type LotsRowProps = {
  readonly market: ListedMarket
  readonly value: string
  readonly onChange: (text: string) => void
  readonly fault: TicketFault['kind'] | undefined
  /** Shown while there is no fault. */
  readonly refusal?: string | undefined
  readonly disabled?: boolean | undefined
}

/** Lots in steps of the market, with the size of one lot or the fault below the label. */
export function LotsRow({ market, value, onChange, fault, refusal, disabled }: LotsRowProps) {
  const t = useBook('trading')
  const words = useLotsFault(market, fault) ?? refusal
  const { step, least, most } = boundsOf(market)
  return (
    <TicketRow fault={words} hint={useLotSize(market)} label={t('order.lots')}>
      {(noteId) => (
        <NumberField
          aria-describedby={noteId}
          aria-invalid={words !== undefined}
          className="w-44 @min-[14rem]:@max-[20rem]:w-40"
          disabled={disabled}
          label={t('order.lots')}
          max={most}
          min={least}
          onChange={onChange}
          onLeave="keep"
          step={step}
          value={value}
        />
      )}
    </TicketRow>
  )
}

function useLotsFault(market: ListedMarket, fault: TicketFault['kind'] | undefined): string | undefined {
  const t = useBook('ticket')
  const { step, least, most } = boundsOf(market)
  if (fault === undefined) return undefined
  if (fault === 'required') return t('ticket.fault.lots')
  return fault === 'lots_limit'
    ? t('ticket.fault.lots_limit', { most })
    : t('ticket.fault.invalid_lots', { least, step })
}

/** The size of one lot: an amount of the base currency, or a number of units. */
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
