import { useState } from 'react'
import { nowMs } from '#browser/platform/clock.ts'
import type { SupportFiguresAnswer, SupportFiguresInput } from '#contract/desk/support.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { type Column, DataTable, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { durationOf } from '#desk/screens/support/duration-text.ts'
import { type FiguresPeriod, periodDays, periodInput } from '#desk/screens/support/figures-period.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Figure } from '#ui/figure.tsx'
import { SelectField } from '#ui/select-field.tsx'

/** How fast users were answered and helped in a period. */
export function FiguresScreen() {
  const t = useTranslate()
  const [period, setPeriod] = useState<FiguresPeriod>({ days: 7 })
  // The end of the last days is when they were chosen.
  const [chosenAtMs, setChosenAtMs] = useState(nowMs)
  const input = periodInput(period, chosenAtMs)
  const choose = (next: FiguresPeriod) => {
    setPeriod(next)
    setChosenAtMs(nowMs())
  }
  return (
    <Page
      back={<BackLink href="/support" label={t('support.back')} />}
      text={t('figures.text')}
      title={t('figures.title')}
    >
      <PeriodFields isInvalid={input === undefined} onChange={choose} period={period} />
      {input === undefined ? null : <Figures input={input} key={`${input.from} ${input.to}`} />}
    </Page>
  )
}

type PeriodFieldsProps = {
  readonly period: FiguresPeriod
  readonly isInvalid: boolean
  readonly onChange: (period: FiguresPeriod) => void
}

function PeriodFields({ period, isInvalid, onChange }: PeriodFieldsProps) {
  const t = useTranslate()
  const choose = (value: string) => {
    const days = periodDays.find((count) => String(count) === value)
    onChange(days === undefined ? { from: '', to: '' } : { days })
  }
  return (
    <div className="mb-4 grid max-w-3xl items-start gap-4 sm:grid-cols-3">
      <SelectField
        label={t('figures.period')}
        onChange={choose}
        options={[
          ...periodDays.map((days) => ({ value: String(days), label: t('figures.last_days', { days }) })),
          { value: 'dates', label: t('figures.dates') },
        ]}
        value={'days' in period ? String(period.days) : 'dates'}
      />
      {'days' in period ? null : (
        <>
          <Field
            dir="ltr"
            label={t('figures.from')}
            onChange={({ target }) => onChange({ ...period, from: target.value })}
            type="date"
            value={period.from}
          />
          <Field
            dir="ltr"
            error={isInvalid && period.from !== '' && period.to !== '' ? t('figures.fault') : undefined}
            label={t('figures.to')}
            onChange={({ target }) => onChange({ ...period, to: target.value })}
            type="date"
            value={period.to}
          />
        </>
      )}
    </div>
  )
}

type Times = SupportFiguresAnswer['overall']

function Figures({ input }: { input: SupportFiguresInput }) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['support', 'figures', input.from, input.to], (options) =>
    calls.supportFigures(input, options),
  )
  const columns = useColumns()
  return (
    <QueryView failedTitle={t('figures.failed')} query={query} skeleton={<TableSkeleton />}>
      {({ opened, overall, operators }) =>
        opened === 0 ? (
          <EmptyState icon="clock" title={t('figures.empty')} />
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <p className="text-13 text-dim">{t('figures.opened', { count: opened })}</p>
            <DataTable
              columns={columns}
              keyOf={({ operator }) => operator}
              label={t('figures.title')}
              rows={[overall, ...operators]}
            />
            <p className="text-12 text-dim">{t('figures.note')}</p>
          </div>
        )
      }
    </QueryView>
  )
}

function useColumns(): readonly Column<Times>[] {
  const t = useTranslate()
  const time = (key: string, head: string, seconds: (times: Times) => number | null): Column<Times> => ({
    ...{ key, head, isFigure: true, className: 'whitespace-nowrap' },
    cell: (times) => <Duration seconds={seconds(times)} />,
  })
  const count = (key: string, head: string, value: (times: Times) => number): Column<Times> => ({
    ...{ key, head, isFigure: true },
    cell: (times) => <Figure value={value(times)} />,
  })
  return [
    {
      key: 'operator',
      head: t('figures.column.operator'),
      className: 'w-full min-w-36',
      cell: ({ operator }) =>
        operator === '' ? (
          <strong className="font-semibold">{t('figures.all')}</strong>
        ) : (
          <bdi>{operator}</bdi>
        ),
    },
    count('answered', t('figures.column.answered'), ({ answered }) => answered),
    time('first', t('figures.column.first_median'), (times) => times.first_answer_median),
    time('first90', t('figures.column.first_p90'), (times) => times.first_answer_p90),
    count('resolved', t('figures.column.resolved'), ({ resolved }) => resolved),
    time('resolution', t('figures.column.resolution_median'), (times) => times.resolution_median),
    time('resolution90', t('figures.column.resolution_p90'), (times) => times.resolution_p90),
  ]
}

function Duration({ seconds }: { seconds: number | null }) {
  const t = useTranslate()
  if (seconds === null) return <span className="text-dim">{t('figures.none')}</span>
  const { key, values } = durationOf(seconds)
  return t(key, values)
}
