import { type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { priceStep } from '#web/parts/stops/price-step.ts'
import type { TicketFault } from '#web/parts/ticket/ticket-types.ts'

export type TargetRowProps = {
  /** Decimals of the market's prices. */
  readonly precision: number
  readonly value: string
  readonly onChange: (text: string) => void
  /** The live price of the order's side. A component of its own, so that a tick does not render the input. */
  readonly best: ReactNode
  /** Fills in the live price. */
  readonly onBest: () => void
  /** First step of an empty field starts here. */
  readonly start: string | undefined
  readonly fault: TicketFault['kind'] | undefined
  /** Shown while there is no fault. */
  readonly refusal?: string | undefined
  readonly disabled?: boolean | undefined
}

/** The target price of a pending order, with a button for the live price. */
export function TargetRow(props: TargetRowProps) {
  const { precision, value, onChange, best, onBest, start, fault, refusal, disabled } = props
  const t = useBook('trading', 'ticket')
  const noteId = useId()
  const words = useTargetFault(fault) ?? refusal
  return (
    <div className="border-b border-line pt-2">
      <span>{t('order.target_price')}</span>
      <div className="flex items-center gap-3 pt-1">
        <NumberField
          aria-describedby={noteId}
          aria-invalid={words !== undefined}
          className="min-w-0 grow basis-0"
          disabled={disabled}
          label={t('order.target_price')}
          min="0"
          onChange={onChange}
          onLeave="keep"
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
        {words}
      </p>
    </div>
  )
}

function useTargetFault(fault: TicketFault['kind'] | undefined): string | undefined {
  const t = useBook('ticket')
  if (fault === undefined) return undefined
  return fault === 'required' ? t('ticket.fault.target') : t('ticket.fault.invalid_price')
}
