import type { ReactNode } from 'react'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import {
  type DateRange,
  dayOf,
  epochRange,
  type RangeKind,
  rangeKinds,
} from '#web/parts/date-range/date-range.ts'

export type DateRangeControlProps = {
  readonly range: DateRange
  readonly onChange: (range: DateRange) => void
  /** At the far end of its line: how many were found, what can be done with them. */
  readonly aside?: ReactNode
}

/** Which days are shown, in the phone's own pickers. Its words are of the book `trading`. */
export function DateRangeControl({ range, onChange, aside }: DateRangeControlProps) {
  const { now } = useParts()
  const choose = (kind: RangeKind) => {
    if (kind !== 'own') return onChange({ kind })
    // What was shown is what is changed.
    const { from } = epochRange(range, now())
    const today = dayOf(now())
    onChange({ kind: 'own', from: from === undefined ? today : dayOf(from), to: today })
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <KindChoice kind={range.kind} onChange={choose} />
        {aside}
      </div>
      {range.kind === 'own' ? <OwnDays onChange={onChange} range={range} today={dayOf(now())} /> : null}
    </div>
  )
}

function KindChoice({ kind, onChange }: { kind: RangeKind; onChange: (kind: RangeKind) => void }) {
  const t = useBook('trading')
  const find = (value: string) => rangeKinds.find((known) => known === value) ?? 'all'
  return (
    <span className="relative inline-flex max-w-full items-center text-13 text-dim">
      <Icon className="pointer-events-none absolute start-3" name="calendar" size={16} />
      {/* Wider letters than ours would make the phone zoom in; the box is as tall as a thumb needs. */}
      <select
        aria-label={t('dates.label')}
        className="min-h-11 max-w-full cursor-pointer appearance-none truncate rounded-full border border-line bg-ground ps-9 pe-8 text-text"
        onChange={(event) => onChange(find(event.target.value))}
        value={kind}
      >
        {rangeKinds.map((each) => (
          <option key={each} value={each}>
            {t(`dates.${each}`)}
          </option>
        ))}
      </select>
      <Icon className="pointer-events-none absolute end-3" name="chevron-down" size={16} />
    </span>
  )
}

type OwnDaysProps = {
  readonly range: Extract<DateRange, { kind: 'own' }>
  readonly onChange: (range: DateRange) => void
  readonly today: string
}

function OwnDays({ range, onChange, today }: OwnDaysProps) {
  const t = useBook('trading')
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
