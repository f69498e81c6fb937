import type { DeskImportRow, DeskPreviewImportAnswer } from '#contract/desk/calendar.ts'
import { type Column, DataTable } from '#desk/parts/data-table.tsx'
import { useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { eventFieldName, eventFieldValue } from '#desk/parts/event-fields.ts'
import { EventTime } from '#desk/screens/calendar/event-time.tsx'
import { type ImportProblem, problemText, writtenText } from '#desk/screens/calendar/problem-text.ts'
import { Notice } from '#ui/notice.tsx'

/** What the import would do, row by row, with reasons in words. */
export function ImportPreview({ preview }: { preview: DeskPreviewImportAnswer }) {
  const t = useTranslate()
  const { added, changed, unchanged, faulty, rows, file_problems } = preview
  const total = added + changed + unchanged + faulty
  return (
    <div className="grid grid-cols-1 gap-3">
      {file_problems.map((problem) => (
        <Notice icon="warning" key={`${problem.problem} ${problem.text}`} live tone="danger">
          <Problem problem={problem} />
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
      {rows.length < total ? (
        <p className="text-13 text-dim">{t('calendar.import.first', { shown: rows.length, total })}</p>
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
      cell: (row) => (
        <>
          <span className="block font-semibold">
            <bdi>{row.title}</bdi>
          </span>
          <span className="text-12 text-dim">
            <span className="ltr-isolate">
              <bdi>{row.country}</bdi> <bdi>{row.currency}</bdi>
            </span>{' '}
            {row.time === '' ? null : <EventTime event={row} />}
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
  return (
    <ul>
      {problems.map((problem) => (
        <li className="text-danger" key={`${problem.field} ${problem.problem} ${problem.text}`}>
          <Problem problem={problem} />
        </li>
      ))}
      {warnings.map((warning) => (
        <li className="text-warn" key={warning.problem}>
          <Problem problem={warning} />
        </li>
      ))}
      {changes.map((change) => (
        <li key={change.field}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  )
}

function Problem({ problem }: { problem: ImportProblem }) {
  const t = useTranslate()
  const text = writtenText(problem)
  return (
    <>
      {problemText(problem, t)}
      {text === '' ? null : (
        <span className="block text-12 text-dim">{t('calendar.problem.written', { text })}</span>
      )}
    </>
  )
}

function Change({ change: { field, from, to } }: { change: DeskImportRow['changes'][number] }) {
  const words = useTranslations()
  const shown = (value: string) => (value === '' ? '–' : eventFieldValue(field, value, words))
  const name = eventFieldName(field, words) ?? field
  return words.t('calendar.import.change', { field: name, from: shown(from), to: shown(to) })
}
