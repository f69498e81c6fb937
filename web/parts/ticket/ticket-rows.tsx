import { type ReactNode, useEffect, useId, useRef } from 'react'
import { formatLots, lots, lotsDecimals, unitsOf } from '#core/money/amounts.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { priceStep } from '#web/parts/decimals.ts'
import type { TicketFault } from '#web/parts/ticket/ticket-types.ts'

type LotsRowProps = {
  readonly market: ListedMarket
  readonly value: string
  readonly onChange: (text: string) => void
  readonly fault: TicketFault['kind'] | undefined
  /** Shown while there is no fault. */
  readonly refusal?: string | undefined
  readonly disabled?: boolean | undefined
}

/** Lots in steps of the market. The size of one lot, or the fault, is shown below the label. */
export function LotsRow({ market, value, onChange, fault, refusal, disabled }: LotsRowProps) {
  const t = useDictionary('trading')
  const message = useLotsFault(market, fault) ?? refusal
  const { step, least, most } = boundsOf(market)
  return (
    <TicketRow fault={message} hint={useLotSize(market)} label={t('order.lots')}>
      {(noteId) => (
        <NumberField
          aria-describedby={noteId}
          aria-invalid={message !== undefined}
          className="w-44 @min-[14rem]:@max-[20rem]:w-40"
          disabled={disabled}
          label={t('order.lots')}
          max={most}
          min={least}
          onChange={onChange}
          blurMode="keep"
          step={step}
          value={value}
        />
      )}
    </TicketRow>
  )
}

function useLotsFault(market: ListedMarket, fault: TicketFault['kind'] | undefined): string | undefined {
  const t = useDictionary('ticket')
  const { step, least, most } = boundsOf(market)
  if (fault === undefined) return undefined
  if (fault === 'required') return t('ticket.fault.lots')
  return fault === 'lots_limit'
    ? t('ticket.fault.lots_limit', { most })
    : t('ticket.fault.invalid_lots', { least, step })
}

/** The size of one lot: an amount of the base currency, or a number of units. */
function useLotSize({ showCode, terms }: ListedMarket): string {
  const t = useDictionary('ticket')
  const units = figureText(terms.unitsPerLot)
  const [, unit] = /^([A-Z]{3})\/[A-Z]{3}$/.exec(showCode) ?? []
  return unit === undefined ? t('ticket.lot_is_units', { units }) : t('ticket.lot_is', { units, unit })
}

function boundsOf({ terms: { lotStep, leastLots, mostLots } }: ListedMarket) {
  const inLots = (value: number) => formatLots(lots(unitsOf(value, lotsDecimals)))
  return { step: inLots(lotStep), least: inLots(Math.max(lotStep, leastLots)), most: inLots(mostLots) }
}

type TargetPriceRowProps = {
  /** Decimals of the market's prices. */
  readonly precision: number
  readonly value: string
  readonly onChange: (text: string) => void
  /** The live price of the order's side. A component of its own, so that a tick does not re-render the input. */
  readonly best: ReactNode
  /** Fills in the live price. */
  readonly onBest: () => void
  /** Where the stepper starts when the field is empty. */
  readonly start: string | undefined
  readonly fault: TicketFault['kind'] | undefined
  /** Shown while there is no fault. */
  readonly refusal?: string | undefined
  readonly disabled?: boolean | undefined
}

/** The target price of a pending order, with a button for the live price. */
export function TargetPriceRow(props: TargetPriceRowProps) {
  const { precision, value, onChange, best, onBest, start, fault, refusal, disabled } = props
  const t = useDictionary('trading', 'ticket')
  const noteId = useId()
  const message = useTargetFault(fault) ?? refusal
  return (
    <div className="border-b border-line pt-2">
      <span>{t('order.target_price')}</span>
      <div className="flex items-center gap-3 pt-1">
        <NumberField
          aria-describedby={noteId}
          aria-invalid={message !== undefined}
          className="min-w-0 grow basis-0"
          disabled={disabled}
          label={t('order.target_price')}
          min="0"
          onChange={onChange}
          blurMode="keep"
          start={start}
          step={priceStep(precision)}
          value={value}
        />
        <Button className="w-[42%] shrink-0 px-1!" disabled={disabled} onClick={onBest} variant="secondary">
          <span className="text-13">
            <span className="font-normal text-dim">{t('ticket.best_price')}</span> {best}
          </span>
        </Button>
      </div>
      <p aria-live="polite" className="min-h-6 pt-0.5 pb-1.5 text-12 text-danger" id={noteId}>
        {message}
      </p>
    </div>
  )
}

function useTargetFault(fault: TicketFault['kind'] | undefined): string | undefined {
  const t = useDictionary('ticket')
  if (fault === undefined) return undefined
  return fault === 'required' ? t('ticket.fault.target') : t('ticket.fault.invalid_price')
}

type TicketRowProps = {
  readonly label: string
  /** Below the label. A fault replaces it, so that the layout does not move. */
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  readonly children: (noteId: string) => ReactNode
}

/** One row of the order ticket: label and hint on the left, control on the right. */
export function TicketRow({ label, hint, fault, children }: TicketRowProps) {
  const noteId = useId()
  return (
    <div className="@container flex min-h-15 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-0.5">
      <span className="min-w-min grow basis-0">
        {label}
        <span
          aria-live="polite"
          className={classes('block text-12', fault === undefined ? 'text-dim' : 'text-danger')}
          id={noteId}
        >
          <bdi>{fault ?? hint}</bdi>
        </span>
      </span>
      {children(noteId)}
    </div>
  )
}

type RefusalAnchorProps = { readonly refusal: string | undefined; readonly children: ReactNode }

/** Wraps a field and scrolls it into view when the server refuses its value. */
export function RefusalAnchor({ refusal, children }: RefusalAnchorProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal !== undefined) part.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return <div ref={part}>{children}</div>
}
