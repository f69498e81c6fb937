import { useId } from 'react'
import { alertConditions } from '#core/alert/alert.ts'
import { FieldFrame } from '#ui/field-frame.tsx'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import type { AlertFormState } from '#web/parts/alerts/use-alert-form.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { priceStep } from '#web/parts/decimals.ts'

type FieldsProps = { readonly state: AlertFormState; readonly market: ListedMarket }

export function AlertFormFields({ state, market }: FieldsProps) {
  const t = useDictionary('alerts')
  const { form } = state
  const items = alertConditions.map((value) => ({ value, label: t(`alerts.condition.${value}`) }))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-2">
        <span className="text-13 text-dim">{t('alerts.condition')}</span>
        <Segmented
          items={items}
          label={t('alerts.condition')}
          onChange={state.setCondition}
          value={form.condition}
        />
      </div>
      {form.condition === 'change' ? (
        <PercentField state={state} />
      ) : (
        <PriceField market={market} state={state} />
      )}
      <RepeatRow state={state} />
      <Summary state={state} />
    </div>
  )
}

function PriceField({ state, market: { id, precision } }: FieldsProps) {
  const t = useDictionary('alerts')
  const { markets } = useParts()
  const { form, summary, fault } = state
  const bid = markets.quote(id).getSnapshot()?.bid
  return (
    <FieldFrame
      error={fieldError(state, 'price', fault === 'price' ? t('alerts.price.invalid') : undefined)}
      hint={summary.isReached ? <span className="text-warn">{t('alerts.reached')}</span> : undefined}
      label={t('alerts.price')}
    >
      {(control) => (
        <NumberField
          {...control}
          blurMode="keep"
          disabled={state.isBusy}
          label={t('alerts.price')}
          min="0"
          onChange={state.setPrice}
          start={bid == null ? undefined : String(bid)}
          step={priceStep(precision)}
          value={form.price}
        />
      )}
    </FieldFrame>
  )
}

function PercentField({ state }: Pick<FieldsProps, 'state'>) {
  const t = useDictionary('alerts')
  const { form, fault } = state
  return (
    <FieldFrame
      error={fieldError(state, 'percent', fault === 'percent' ? t('alerts.percent.invalid') : undefined)}
      label={t('alerts.percent')}
    >
      {(control) => (
        <NumberField
          {...control}
          blurMode="keep"
          disabled={state.isBusy}
          label={t('alerts.percent')}
          max="100"
          min="0"
          onChange={state.setPercent}
          start="0.5"
          step="0.1"
          value={form.percent}
        />
      )}
    </FieldFrame>
  )
}

/** The server's refusal of the field, or what is wrong with it. */
function fieldError(
  { failure }: AlertFormState,
  field: string,
  fault: string | undefined,
): string | undefined {
  return failure?.kind === 'refused' && failure.field === field ? failure.msg : fault
}

function RepeatRow({ state: { form, setRepeats, isBusy } }: Pick<FieldsProps, 'state'>) {
  const t = useDictionary('alerts')
  const nameId = useId()
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 grow">
        <span id={nameId}>{t('alerts.repeat')}</span>
        <span className="block text-12 text-dim">
          {t(form.repeats ? 'alerts.repeat.on' : 'alerts.repeat.off')}
        </span>
      </span>
      <Switch checked={form.repeats} disabled={isBusy} labelledBy={nameId} onChange={setRepeats} />
    </div>
  )
}

/** What the alert will do. The space is reserved, so that nothing moves while the user types. */
function Summary({ state: { form, summary } }: Pick<FieldsProps, 'state'>) {
  const t = useDictionary('alerts')
  const { level, change } = summary
  const figure = (value: string) => isolateLtr(figureText(value))
  const text =
    level !== undefined && form.condition !== 'change'
      ? t(`alerts.summary.${form.condition}`, { price: figure(level) })
      : change === undefined
        ? null
        : change.down === undefined
          ? t('alerts.summary.rise', { up: figure(change.up) })
          : t('alerts.summary.change', { down: figure(change.down), up: figure(change.up) })
  return <p className="min-h-11 text-13 text-dim">{text}</p>
}
