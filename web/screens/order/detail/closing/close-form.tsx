import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Chips } from '#ui/chips.tsx'
import { FieldFrame } from '#ui/field-frame.tsx'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { ClosingFacts } from '#web/screens/order/detail/closing/closing-facts.tsx'
import {
  type ClosingFault,
  closingFault,
  isSameLots,
  offeredParts,
} from '#web/screens/order/detail/closing/closing-view.ts'

export type CloseFormProps = {
  readonly order: ShownOrder
  readonly text: string
  readonly onChange: (text: string) => void
  /** While an act is under way or in doubt nothing else may be asked for. */
  readonly disabled: boolean
}

/** How much of it is to be closed, and what that brings now. */
export function CloseForm({ order, text, onChange, disabled }: CloseFormProps) {
  const t = useBook('trading', 'orders')
  return (
    <div className="grid grid-cols-1 gap-3">
      <FieldFrame
        aside={t('detail.close.of', { lots: figureText(order.lots) })}
        error={useFaultWords(order, closingFault(order, text))}
        // Room for what may be wrong, so that nothing below it moves.
        hint={'\u00a0'}
        label={t('detail.close.lots')}
      >
        {(control) => (
          <NumberField
            {...control}
            disabled={disabled}
            label={t('detail.close.lots')}
            max={order.lots}
            min={order.lotStep}
            onChange={onChange}
            step={order.lotStep}
            value={text}
          />
        )}
      </FieldFrame>
      <PartChips disabled={disabled} onChange={onChange} order={order} text={text} />
      <ClosingFacts order={order} text={text} />
    </div>
  )
}

function useFaultWords(order: ShownOrder, fault: ClosingFault | undefined): string | undefined {
  const t = useBook('orders')
  if (fault === undefined) return undefined
  return t(`detail.close.${fault}`, {
    step: figureText(order.lotStep),
    lots: figureText(order.lots),
    least: figureText(order.leastLots),
  })
}

function PartChips({ order, text, onChange, disabled }: CloseFormProps) {
  const t = useBook('orders')
  const offered = offeredParts(order)
  if (offered.length < 2) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <span aria-hidden="true" className="text-13 text-dim">
        {t('detail.close.share')}
      </span>
      <Chips
        items={offered.map(({ percent, lots }) => ({
          value: lots,
          label: percent === 100 ? t('detail.close.whole') : `\u2066${percent}\u202f%\u2069`,
          disabled,
        }))}
        label={t('detail.close.share')}
        look="box"
        onChange={onChange}
        value={offered.find(({ lots }) => isSameLots(lots, text))?.lots ?? ''}
      />
    </div>
  )
}
