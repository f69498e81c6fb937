import type { DeskImportRow, DeskPreviewImportAnswer } from '#contract/desk/calendar.ts'
import { type Column, DataTable } from '#desk/parts/data-table.tsx'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { problemText } from '#desk/screens/calendar/problem-text.ts'
import { Notice } from '#ui/notice.tsx'

/** What the import would do, row by row, with reasons in words. */
export function ImportPreview({ preview }: { preview: DeskPreviewImportAnswer }) {
  const t = useTranslate()
  const { added, changed, unchanged, faulty, rows, file_problems } = preview
  return (
    <div className="grid grid-cols-1 gap-3">
      {file_problems.map((problem) => (
        <Notice icon="warning" key={`${problem.problem} ${problem.text}`} live tone="danger">
          {problemText(problem, t)}
        </Notice>
      ))}
      {file_problems.length > 0 ? null : (
        <p aria-live="polite" className="text-13 font-semibold">
          {t('calendar.import.counts', { added, changed, unchanged, faulty })}
        </p>
      )}
      {faulty > 0 ? (
        <Notice icon="warning" tone="danger">
          {t('calendar.import.faulty')}
        </Notice>
      ) : null}
      {rows.length === 0 ? null : <Rows rows={rows} />}
    </div>
  )
}

function Rows({ rows }: { rows: readonly DeskImportRow[] }) {
  const t = useTranslate()
  const columns: readonly Column<DeskImportRow>[] = [
    { key: 'line', head: t('calendar.import.line'), cell: ({ line }) => line },
    {
      key: 'state',
      head: t('calendar.import.state'),
      className: 'whitespace-nowrap',
      cell: ({ state }) => (
        <span className={state === 'faulty' ? 'font-semibold text-danger' : ''}>
          {t(`calendar.import.state.${state}`)}
        </span>
      ),
    },
    {
      key: 'event',
      head: t('calendar.import.event'),
      className: 'min-w-40 wrap-anywhere',
      cell: ({ title, country, currency, time, is_all_day }) => (
        <>
          <bdi className="block font-semibold">{title}</bdi>
          <span className="text-12 text-dim">
            <bdi>{country}</bdi> <bdi>{currency}</bdi>{' '}
            {time === '' ? null : is_all_day === 1 ? time.slice(0, 10) : <DateTime at={time} />}
          </span>
        </>
      ),
    },
    {
      key: 'notes',
      head: t('calendar.import.notes'),
      className: 'min-w-44 wrap-anywhere',
      cell: (row) => <Notes row={row} />,
    },
  ]
  return (
    <DataTable
      columns={columns}
      keyOf={({ line, state }) => `${line} ${state}`}
      label={t('calendar.import.rows')}
      rows={rows}
    />
  )
}

function Notes({ row: { problems, warnings, changes } }: { row: DeskImportRow }) {
  const t = useTranslate()
  return (
    <ul>
      {problems.map((problem) => (
        <li className="text-danger" key={`${problem.field} ${problem.problem}`}>
          {problemText(problem, t)}
        </li>
      ))}
      {warnings.map((warning) => (
        <li className="text-warn" key={warning.problem}>
          {problemText(warning, t)}
        </li>
      ))}
      {changes.map(({ field, from, to }) => (
        <li key={field}>{t('calendar.import.change', { field, from: from || '–', to: to || '–' })}</li>
      ))}
    </ul>
  )
}
