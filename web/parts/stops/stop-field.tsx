import { memo, useCallback, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { priceStep } from '#web/parts/stops/price-step.ts'
import { switchStopBy, takeNearest } from '#web/parts/stops/stop-draft.ts'
import { StopHead } from '#web/parts/stops/stop-head.tsx'
import { StopOthers } from '#web/parts/stops/stop-others.tsx'
import type { StopBy, StopDraft, StopKind, StopView } from '#web/parts/stops/stop-types.ts'

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
    (by: StopBy) => onChange(switchStopBy(draft, by, latest.current)),
    [draft, onChange, latest],
  )
  return (
    <div className="@container border-b border-line">
      <StopHead
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
  const t = useBook('trading')
  const noteId = useId()
  const { fault, nearest } = view
  return (
    <>
      <div className="flex items-center gap-3 pt-1 @max-[14rem]:flex-wrap">
        <StopNumber
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
              onClick={() => onChange(takeNearest(draft, nearest))}
              variant="secondary"
            >
              <span className="text-13">{t('stop.use_nearest', { price: figureText(nearest) })}</span>
            </Button>
          ) : (
            <StopOthers by={draft.by} precision={precision} view={view} />
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

type StopNumberProps = Pick<
  StopFieldProps,
  'kind' | 'draft' | 'precision' | 'onChange' | 'start' | 'disabled'
> & {
  readonly isInvalid: boolean
  readonly noteId: string
}

/** What is typed into. By itself, because what it comes to moves with every price and it does not. */
const StopNumber = memo(function StopNumber(props: StopNumberProps) {
  const { kind, draft, precision, onChange, start, disabled, isInvalid, noteId } = props
  const t = useBook('trading')
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
