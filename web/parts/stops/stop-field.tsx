import { memo, useCallback, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { priceStep } from '#web/parts/decimals.ts'
import {
  enableStop,
  moveToNearest,
  type StopDraft,
  type StopKind,
  type StopUnit,
  type StopView,
  switchStopUnit,
} from '#web/parts/stops/stop-draft.ts'

export type StopFieldProps = {
  readonly kind: StopKind
  readonly draft: StopDraft
  /** Undefined while the stop is off. */
  readonly view: StopView | undefined
  /** Decimals of the market's prices. */
  readonly precision: number
  /** Must be a stable function, so that a tick does not re-render the input. */
  readonly onChange: (draft: StopDraft) => void
  /** The closing price, filled in when the stop is switched on. */
  readonly start?: (() => string | undefined) | undefined
  /** The server's refusal message. */
  readonly refusal?: string | undefined
  readonly disabled?: boolean | undefined
}

/**
 * Editor for one stop: a switch, an input by price, amount or share of the balance, and the equivalents of its value.
 */
export function StopField(props: StopFieldProps) {
  const { kind, draft, view, onChange, start, disabled = false } = props
  const latest = useLatest(view)
  const switchBy = useCallback(
    (by: StopUnit) => onChange(switchStopUnit(draft, by, latest.current)),
    [draft, onChange, latest],
  )
  return (
    <div className="@container border-b border-line">
      <StopHeader
        disabled={disabled}
        draft={draft}
        hasMoney={view?.typed.money != null}
        hasPercent={view?.typed.percent != null}
        kind={kind}
        onBy={switchBy}
        onChange={onChange}
        start={start}
      />
      {draft.isOn && view !== undefined ? <StopInput {...props} view={view} /> : null}
    </div>
  )
}

function StopInput(props: StopFieldProps & { readonly view: StopView }) {
  const { draft, view, precision, onChange, refusal, disabled, ...input } = props
  const t = useDictionary('trading')
  const noteId = useId()
  const { fault, nearest } = view
  return (
    <>
      <div className="flex items-center gap-3 pt-1 @max-[14rem]:flex-wrap">
        <StopNumberField
          disabled={disabled}
          draft={draft}
          isInvalid={fault !== undefined || refusal !== undefined}
          kind={input.kind}
          noteId={noteId}
          onChange={onChange}
          precision={precision}
          start={input.start}
        />
        <span className="grid min-h-11 w-[42%] shrink-0 content-center justify-items-end @max-[14rem]:w-full">
          {fault === 'wrong_side' && nearest !== undefined ? (
            <Button
              className="px-1!"
              disabled={disabled}
              full
              onClick={() => onChange(moveToNearest(draft, nearest))}
              variant="secondary"
            >
              <span className="text-13">{t('stop.use_nearest', { price: figureText(nearest) })}</span>
            </Button>
          ) : (
            <StopEquivalents by={draft.by} precision={precision} view={view} />
          )}
        </span>
      </div>
      {/* Reserves space for a message, so that the layout does not move when one appears. */}
      <p aria-live="polite" className="min-h-6 pt-0.5 pb-1.5 text-12 text-danger" id={noteId}>
        {fault === undefined ? refusal : t(`stop.fault.${fault}`)}
      </p>
    </>
  )
}

type StopNumberFieldProps = Pick<
  StopFieldProps,
  'kind' | 'draft' | 'precision' | 'onChange' | 'start' | 'disabled'
> & {
  readonly isInvalid: boolean
  readonly noteId: string
}

/** Memoised, because the equivalents beside it change with every tick. */
const StopNumberField = memo(function StopNumberField(props: StopNumberFieldProps) {
  const { kind, draft, precision, onChange, start, disabled, isInvalid, noteId } = props
  const t = useDictionary('trading')
  const type = useCallback((text: string) => onChange({ ...draft, text }), [draft, onChange])
  const isPrice = draft.by === 'price'
  return (
    <NumberField
      aria-describedby={noteId}
      aria-invalid={isInvalid}
      className="min-w-0 grow basis-0"
      disabled={disabled}
      label={t(`order.${kind}`)}
      // A stop loss in profit is a negative loss, so amounts may be negative. Prices may not.
      min={isPrice ? '0' : undefined}
      onChange={type}
      blurMode="keep"
      start={isPrice && draft.text === '' ? start?.() : undefined}
      step={draft.by === 'price' ? priceStep(precision) : steps[draft.by]}
      value={draft.text}
    />
  )
})

const steps = { money: '1', percent: '0.1' } as const

type StopHeaderProps = {
  readonly kind: StopKind
  readonly draft: StopDraft
  readonly onChange: (draft: StopDraft) => void
  readonly onBy: (by: StopUnit) => void
  /** Whether the stop's value is known in dollars, and as a share of the balance. */
  readonly hasMoney: boolean
  readonly hasPercent: boolean
  readonly start: (() => string | undefined) | undefined
  readonly disabled: boolean
}

/** Name, unit and switch of a stop. Memoised, because ticks do not change it. */
const StopHeader = memo(function StopHeader(props: StopHeaderProps) {
  const { kind, draft, onChange, start, disabled } = props
  const t = useDictionary('trading')
  const nameId = useId()
  const turn = (isOn: boolean) =>
    onChange(isOn && draft.text === '' ? enableStop(start?.() ?? '') : { ...draft, isOn })
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 @min-[14rem]:@max-[20rem]:gap-x-1.5">
      <span className="min-w-min grow basis-0" id={nameId}>
        {t(`order.${kind}`)}
      </span>
      {draft.isOn ? <StopUnitChoice {...props} by={draft.by} /> : null}
      <Switch checked={draft.isOn} disabled={disabled} labelledBy={nameId} onChange={turn} />
    </div>
  )
})

type StopUnitChoiceProps = {
  readonly kind: StopKind
  readonly by: StopUnit
  readonly onBy: (by: StopUnit) => void
  readonly hasMoney: boolean
  readonly hasPercent: boolean
  readonly disabled: boolean
}

const units = ['price', 'money', 'percent'] as const

/** Switches the stop to another unit. Units whose value is unknown are disabled. */
function StopUnitChoice({ kind, by, onBy, hasMoney, hasPercent, disabled }: StopUnitChoiceProps) {
  const t = useDictionary('trading')
  const isKnown = { price: true, money: hasMoney, percent: hasPercent }
  return (
    // Each segment is at least 44 px wide, even with a short label.
    <span className="shrink-0 [&_label]:min-w-11 @min-[14rem]:@max-[20rem]:[&_label]:px-1 [&_label]:basis-auto">
      <Segmented
        items={units.map((value) => ({
          value,
          label: t(`stop.by.${value}`),
          disabled: disabled || (value !== by && !isKnown[value]),
        }))}
        label={t(`stop.by.${kind}`)}
        onChange={onBy}
        value={by}
      />
    </span>
  )
}

type StopEquivalentsProps = {
  readonly by: StopUnit
  readonly view: StopView
  readonly precision: number
}

/** The value of a stop in the two units that are not being edited. */
function StopEquivalents({ by, view, precision }: StopEquivalentsProps) {
  const price = <Figure className="text-13" decimals={precision} key="price" value={view.price} />
  const money = (
    <Figure className="text-13" decimals={2} key="money" plus tone="sign" unit="USD" value={view.money} />
  )
  const percent = (
    <Figure className="text-12 text-dim" decimals={2} key="percent" plus unit="%" value={view.percent} />
  )
  return <>{{ price: [money, percent], money: [price, percent], percent: [price, money] }[by]}</>
}
