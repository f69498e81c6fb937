import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AuditLogAnswer } from '#contract/desk/audit.ts'
import { type Column, DataTable, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { LoadedView } from '#desk/parts/loaded-view.tsx'
import { Moment } from '#desk/parts/moment.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageOf } from '#desk/parts/page-count.ts'
import { Pager } from '#desk/parts/pager.tsx'
import { useLoaded } from '#desk/parts/use-loaded.ts'
import { AuditDetails } from '#desk/screens/audit/audit-details-list.tsx'
import { actionWords, subjectWords } from '#desk/screens/audit/audit-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'

type Entry = AuditLogAnswer['data'][number]

/** What operators did and looked up. Nothing here can be changed, by anybody. */
export function AuditScreen() {
  const t = useTranslate()
  const { calls } = useParts()
  const [, go] = useLocation()
  const page = pageOf(new URLSearchParams(useSearch()).get('page'))
  const loaded = useLoaded(useCallback((wishes) => calls.auditLog({ page }, wishes), [calls, page]))
  return (
    <Page text={t('audit.text')} title={t('audit.title')}>
      <LoadedView failedTitle={t('audit.failed')} loaded={loaded} skeleton={<TableSkeleton />}>
        {({ data, total }) =>
          total === 0 ? (
            <EmptyState icon="history" title={t('audit.empty')} />
          ) : (
            <div className="grid grid-cols-1 gap-2">
              <Entries entries={data} />
              <Pager
                onTurn={(next) => go(next === 1 ? '/audit' : `/audit?page=${next}`)}
                page={page}
                total={total}
              />
            </div>
          )
        }
      </LoadedView>
    </Page>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslate()
  const columns: readonly Column<Entry>[] = [
    {
      key: 'at',
      head: t('audit.column.at'),
      className: 'min-w-24 xl:whitespace-nowrap',
      cell: ({ at }) => <Moment at={at} />,
    },
    {
      key: 'who',
      head: t('audit.column.who'),
      className: 'min-w-38',
      cell: ({ who, address }) => (
        <>
          <span className="block wrap-anywhere">{who}</span>
          <span className="text-12 text-dim ltr-isolate">{address}</span>
        </>
      ),
    },
    {
      key: 'action',
      head: t('audit.column.action'),
      className: 'min-w-36 xl:min-w-56',
      cell: ({ action }) => <span className="font-semibold">{actionWords(action, t)}</span>,
    },
    {
      key: 'subject',
      head: t('audit.column.subject'),
      className: 'min-w-26 xl:min-w-44',
      cell: ({ subject }) => <span className="wrap-anywhere">{subjectWords(subject, t)}</span>,
    },
    {
      key: 'details',
      head: t('audit.column.details'),
      className: 'min-w-30 xl:w-2/5',
      cell: ({ details }) => <AuditDetails details={details} />,
    },
  ]
  return <DataTable columns={columns} keyOf={({ id }) => id} label={t('audit.title')} rows={entries} />
}
