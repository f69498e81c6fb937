import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { StopOthers } from '#web/parts/stops/stop-others.tsx'
import type { StopBy, StopDraft, StopKind, StopView } from '#web/parts/stops/stop-types.ts'

export type StopFieldProps = {
  readonly kind: StopKind
  readonly draft: StopDraft
  /** Undefined while the box is not ticked. */
  readonly view: StopView | undefined
  /** Decimals of the market's prices. */
  readonly precision: number
  readonly onChange: (draft: StopDraft) => void
  /** What ticking the box fills in: the closing price now. */
  readonly start?: string | undefined
  readonly disabled?: boolean | undefined
}

/** A stop with the box that turns it on: set by its price, by money or by a share of the balance, each showing the others. */
export function StopField(props: StopFieldProps) {
  const { kind, draft, view, onChange, start = '', disabled = false } = props
  const t = useBook('trading')
  const nameId = useId()
  const turn = (isOn: boolean) => {
    const isFirst = isOn && draft.text === ''
    onChange(isFirst ? { isOn, by: 'price', text: start } : { ...draft, isOn })
  }
  return (
    <div className="border-b border-line py-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-min grow" id={nameId}>
          {t(`order.${kind}`)}
        </span>
        {draft.isOn ? <ByChoice {...props} disabled={disabled} /> : null}
        <Switch checked={draft.isOn} disabled={disabled} labelledBy={nameId} onChange={turn} />
      </div>
      {draft.isOn && view !== undefined ? <StopInput {...props} disabled={disabled} view={view} /> : null}
    </div>
  )
}

/** The same stop, in another unit. */
function ByChoice({ kind, draft, view, onChange, disabled = false }: StopFieldProps) {
  const t = useBook('trading')
  const choose = (by: StopBy) => onChange({ ...draft, by, text: typedAs(kind, view?.[by] ?? null) })
  return (
    <span className="shrink-0">
      <Segmented
        items={bys.map((by) => ({
          value: by,
          label: t(`stop.by.${by}`),
          disabled: disabled || (by !== draft.by && by !== 'price' && view?.[by] === null),
        }))}
        label={t(`stop.by.${kind}`)}
        onChange={choose}
        value={draft.by}
      />
    </span>
  )
}

const bys = ['price', 'money', 'percent'] as const

/** A loss is typed as a positive amount: a stop loss of 50 and a take profit of 50 are both written 50. */
function typedAs(kind: StopKind, shown: string | null): string {
  const text = (shown ?? '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return kind === 'stop_loss' && text.startsWith('-') ? text.slice(1) : text
}

type StopInputProps = StopFieldProps & { readonly view: StopView }

function StopInput({ kind, draft, view, precision, onChange, start, disabled }: StopInputProps) {
  const t = useBook('trading')
  const noteId = useId()
  const { fault, nearest } = view
  return (
    <>
      <div className="flex items-center gap-3 pt-1">
        <NumberField
          aria-describedby={noteId}
          aria-invalid={fault !== undefined}
          className="min-w-0 grow basis-0"
          disabled={disabled}
          label={t(`order.${kind}`)}
          min="0"
          onChange={(text) => onChange({ ...draft, text })}
          onLeave="keep"
          start={draft.by === 'price' ? start : undefined}
          step={draft.by === 'price' ? stepOf(precision) : steps[draft.by]}
          value={draft.text}
        />
        <span className="grid min-h-11 w-[42%] shrink-0 content-center justify-items-end">
          {fault === 'wrong_side' && nearest !== undefined ? (
            <Button
              disabled={disabled}
              full
              onClick={() => onChange({ ...draft, by: 'price', text: nearest })}
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
      <p aria-live="polite" className="min-h-5 pt-0.5 text-12 text-danger" id={noteId}>
        {fault === undefined ? null : t(`stop.fault.${fault}`)}
      </p>
    </>
  )
}

const steps = { money: '1', percent: '0.1' } as const

/** The smallest step of a price with so many decimals. */
function stepOf(precision: number): string {
  return precision === 0 ? '1' : `0.${'1'.padStart(precision, '0')}`
}
