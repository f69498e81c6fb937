import type { ReactNode } from 'react'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import {
  type DateRange,
  epochRange,
  localDay,
  type RangeKind,
  rangeKinds,
} from '#web/parts/lists/date-range.ts'

export type DateRangeControlProps = {
  readonly range: DateRange
  readonly onChange: (range: DateRange) => void
  /** At the end of the row: result count and actions. */
  readonly aside?: ReactNode
}

/** Date filter with the phone's native pickers. Needs the `trading` dictionary. */
export function DateRangeControl({ range, onChange, aside }: DateRangeControlProps) {
  const { now } = useParts()
  const choose = (kind: RangeKind) => {
    if (kind !== 'own') return onChange({ kind })
    // A custom range starts with the days of the range shown before.
    const { from } = epochRange(range, now())
    const today = localDay(now())
    onChange({ kind: 'own', from: from === undefined ? today : localDay(from), to: today })
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">
        <RangeSelect kind={range.kind} onChange={choose} />
        {aside}
      </div>
      {range.kind === 'own' ? (
        <CustomRangeFields onChange={onChange} range={range} today={localDay(now())} />
      ) : null}
    </div>
  )
}

function RangeSelect({ kind, onChange }: { kind: RangeKind; onChange: (kind: RangeKind) => void }) {
  const t = useDictionary('trading')
  const find = (value: string) => rangeKinds.find((known) => known === value) ?? 'all'
  return (
    <span className="relative grid min-h-11 max-w-full place-items-center">
      <span
        aria-hidden="true"
        className="flex min-h-9 max-w-full items-center gap-2 rounded-full border border-line px-3 text-13 has-[+select:focus-visible]:outline-2 has-[+select:focus-visible]:outline-offset-1 has-[+select:focus-visible]:outline-accent"
      >
        <Icon className="text-dim" name="calendar" size={16} />
        <span className="truncate">{t(`dates.${kind}`)}</span>
        <Icon className="text-dim" name="chevron-down" size={16} />
      </span>
      {/* A transparent select over the drawn one. iOS would zoom into a select with text below 16 px. */}
      <select
        aria-label={t('dates.label')}
        className="absolute inset-0 cursor-pointer appearance-none text-17 opacity-0"
        onChange={(event) => onChange(find(event.target.value))}
        value={kind}
      >
        {rangeKinds.map((each) => (
          <option key={each} value={each}>
            {t(`dates.${each}`)}
          </option>
        ))}
      </select>
    </span>
  )
}

type CustomRangeFieldsProps = {
  readonly range: Extract<DateRange, { kind: 'own' }>
  readonly onChange: (range: DateRange) => void
  readonly today: string
}

function CustomRangeFields({ range, onChange, today }: CustomRangeFieldsProps) {
  const t = useDictionary('trading')
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
      {(['from', 'to'] as const).map((end) => (
        <Field
          key={end}
          label={t(`dates.${end}`)}
          max={today}
          onChange={(event) => onChange({ ...range, [end]: event.target.value })}
          type="date"
          value={range[end]}
        />
      ))}
    </div>
  )
}
