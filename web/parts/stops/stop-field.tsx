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
  /** Undefined while the box is not ticked. */
  readonly view: StopView | undefined
  /** Decimals of the market's prices. */
  readonly precision: number
  /** The same function as long as it does the same, so that a price does not show the input anew. */
  readonly onChange: (draft: StopDraft) => void
  /** What ticking the box fills in: the closing price at that moment. */
  readonly start?: (() => string | undefined) | undefined
  /** What the server said about it. */
  readonly refusal?: string | undefined
  readonly disabled?: boolean | undefined
}

/** A stop with the box that turns it on: set by its price, by money or by a share of the balance, each showing the others. */
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
      {/* Room for the words from the beginning, so that nothing moves when they come. */}
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

/** What is typed into. By itself, because what it comes to moves with every price and it does not. */
const StopNumberField = memo(function StopNumber(props: StopNumberFieldProps) {
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
      // A stop loss may lie where an order has gained already: an amount can be below zero, a price cannot.
      min={isPrice ? '0' : undefined}
      onChange={type}
      onLeave="keep"
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
  /** Whether it can be told what the stop comes to in money, and as a share of the balance. */
  readonly hasMoney: boolean
  readonly hasPercent: boolean
  readonly start: (() => string | undefined) | undefined
  readonly disabled: boolean
}

/** Its name, the unit it is set in and the box. By itself, because a price changes none of it. */
const StopHeader = memo(function StopHead(props: StopHeaderProps) {
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

/** The same stop in another unit. A unit in which nobody can say what it comes to cannot be chosen. */
function StopUnitChoice({ kind, by, onBy, hasMoney, hasPercent, disabled }: StopUnitChoiceProps) {
  const t = useDictionary('trading')
  const isTold = { price: true, money: hasMoney, percent: hasPercent }
  return (
    // As wide as a finger each, however short their words are.
    <span className="shrink-0 [&_label]:min-w-11 @min-[14rem]:@max-[20rem]:[&_label]:px-1 [&_label]:basis-auto">
      <Segmented
        items={units.map((value) => ({
          value,
          label: t(`stop.by.${value}`),
          disabled: disabled || (value !== by && !isTold[value]),
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

/** What a stop comes to in the two units it was not set in. */
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
