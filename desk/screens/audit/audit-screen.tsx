import { useLocation, useSearch } from 'wouter'
import type { AuditLogAnswer } from '#contract/desk/audit.ts'
import { type Column, DataTable, Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageFromQuery } from '#desk/parts/pagination.ts'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import {
  actionText,
  type Detail,
  detailName,
  detailValue,
  parseDetails,
  subjectText,
} from '#desk/screens/audit/audit-format.ts'
import { EmptyState } from '#ui/empty-state.tsx'

type Entry = AuditLogAnswer['data'][number]

/** The audit log: what operators did and viewed. Read-only. */
export function AuditScreen() {
  const t = useTranslate()
  const { calls } = useParts()
  const [, go] = useLocation()
  const page = pageFromQuery(new URLSearchParams(useSearch()).get('page'))
  const query = useServerQuery(['audit', page], (options) => calls.auditLog({ page }, options))
  return (
    <Page text={t('audit.text')} title={t('audit.title')}>
      <QueryView failedTitle={t('audit.failed')} query={query} skeleton={<TableSkeleton />}>
        {({ data, total }) =>
          total === 0 ? (
            <EmptyState icon="history" title={t('audit.empty')} />
          ) : (
            <div className="grid grid-cols-1 gap-2">
              <Entries entries={data} />
              <Pagination
                onTurn={(next) => go(next === 1 ? '/audit' : `/audit?page=${next}`)}
                page={page}
                total={total}
              />
            </div>
          )
        }
      </QueryView>
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
      cell: ({ at }) => <DateTime at={at} />,
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
      cell: ({ action }) => <span className="font-semibold">{actionText(action, t)}</span>,
    },
    {
      key: 'subject',
      head: t('audit.column.subject'),
      className: 'min-w-26 xl:min-w-44',
      cell: ({ subject }) => <span className="wrap-anywhere">{subjectText(subject, t)}</span>,
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

/** The details of an entry as names and values. */
function AuditDetails({ details }: { details: string }) {
  const pairs = parseDetails(details)
  if (pairs.length === 0) return null
  return (
    <dl className="grid gap-0.5">
      {pairs.map((detail) => (
        <DetailRow detail={detail} key={detail.name} />
      ))}
    </dl>
  )
}

function DetailRow({ detail: { name, value, becomes } }: { detail: Detail }) {
  const words = useTranslations()
  const { t } = words
  const before = detailValue(name, value, words)
  const text =
    becomes === undefined
      ? before
      : t('audit.change', { from: before, to: detailValue(name, becomes, words) })
  const label = detailName(name, words)
  return (
    <div className="flex gap-2">
      <dt className={label === undefined ? 'sr-only' : 'shrink-0 text-dim'}>
        {label ?? t('audit.column.details')}
      </dt>
      <dd className="min-w-0 break-words whitespace-pre-line">
        <bdi>{text}</bdi>
      </dd>
    </div>
  )
}
