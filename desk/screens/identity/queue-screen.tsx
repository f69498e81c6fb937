import { useEffect, useId, useRef } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import type { IdentityQueueAnswer } from '#contract/desk/identity.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { type Column, DataTable, Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageCount } from '#desk/parts/pagination.ts'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import {
  type QueueState,
  queueFromSearch,
  queuePath,
  queueStates,
} from '#desk/screens/identity/review-queue.ts'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'

/** The review queue: waiting identity checks, oldest first, and decided ones. */
export function IdentityQueueScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { state, page } = queueFromSearch(useSearch())
  const panel = useId()
  const { operator, waiting } = useStore(useParts().statusPoll)
  const canReview = operator !== undefined && isRoleAllowed(operator.role, ['compliance'])
  const query = useQueue(state, page)
  const oldest = state === 'waiting' && page === 1 ? query.data?.data[0] : undefined
  return (
    <Page
      actions={
        canReview && oldest !== undefined ? (
          <Link className={buttonClasses({ size: 'small' })} href={`/identity/${oldest.id}`}>
            {t('identity.start')}
          </Link>
        ) : null
      }
      title={t('identity.title')}
    >
      {canReview ? null : <Notice className="mb-4">{t('identity.viewer')}</Notice>}
      <div className="mb-4 max-w-md">
        <Tabs
          items={queueStates.map((name) => ({
            value: name,
            label: t(`identity.tab.${name}`),
            count: name === 'waiting' ? waiting : undefined,
          }))}
          label={t('identity.tabs')}
          onChange={(name) => go(queuePath({ state: name, page: 1 }))}
          panelId={panel}
          value={state}
        />
      </div>
      <TabPanel id={panel} value={state}>
        <QueryView failedTitle={t('identity.failed')} query={query} skeleton={<TableSkeleton />}>
          {({ data, total }) => (
            <QueueRows
              canReview={canReview}
              onTurn={(next) => go(queuePath({ state, page: next }))}
              page={page}
              rows={data}
              state={state}
              total={total}
            />
          )}
        </QueryView>
      </TabPanel>
    </Page>
  )
}

type QueueRowsProps = {
  readonly state: QueueState
  readonly rows: IdentityQueueAnswer['data']
  readonly canReview: boolean
  readonly page: number
  readonly total: number
  readonly onTurn: (page: number) => void
}

function QueueRows({ state, rows, canReview, page, total, onTurn }: QueueRowsProps) {
  const t = useTranslate()
  if (total === 0) {
    return (
      <EmptyState
        icon={state === 'waiting' ? 'check-circle' : 'id'}
        text={state === 'waiting' ? t('identity.empty.waiting_text') : undefined}
        title={t(`identity.empty.${state}`)}
      />
    )
  }
  // Checks may have left the queue meanwhile, so that this page no longer exists.
  if (page > pageCount(total)) return <Redirect replace to={queuePath({ state, page: pageCount(total) })} />
  return (
    <div className="grid grid-cols-1 gap-2">
      <QueueTable canReview={canReview} rows={rows} state={state} />
      <Pagination onTurn={onTurn} page={page} total={total} />
    </div>
  )
}

/** Reloads whenever the polled number of waiting checks changes. */
function useQueue(state: QueueState, page: number) {
  const { calls, statusPoll } = useParts()
  const { waiting } = useStore(statusPoll)
  const query = useServerQuery(['identity', state, page], (options) =>
    calls.identityQueue({ state, page }, options),
  )
  const { refetch } = query
  const known = useRef(waiting)
  useEffect(() => {
    if (known.current !== undefined && known.current !== waiting) void refetch()
    known.current = waiting
  }, [waiting, refetch])
  return query
}

type QueueEntry = IdentityQueueAnswer['data'][number]

type QueueTableProps = {
  readonly state: QueueState
  readonly rows: readonly QueueEntry[]
  /** Whether rows open the review screen. */
  readonly canReview: boolean
}

function QueueTable({ state, rows, canReview }: QueueTableProps) {
  const t = useTranslate()
  const [, go] = useLocation()
  const name: Column<QueueEntry> = {
    key: 'name',
    head: t('identity.column.name'),
    className: 'w-full',
    cell: (entry) =>
      canReview ? (
        <Link className="font-semibold hover:underline" href={`/identity/${entry.id}`}>
          <bdi>{entry.name}</bdi>
        </Link>
      ) : (
        <bdi>{entry.name}</bdi>
      ),
  }
  const uid: Column<QueueEntry> = {
    key: 'uid',
    head: t('identity.column.uid'),
    cell: (entry) => <span className="whitespace-nowrap">{entry.uid}</span>,
  }
  const submitted: Column<QueueEntry> = {
    key: 'submitted',
    head: t('identity.column.submitted'),
    className: 'whitespace-nowrap',
    cell: (entry) => <DateTime at={entry.submitted_at} />,
  }
  const last: Column<QueueEntry> =
    state === 'waiting'
      ? {
          key: 'waiting',
          head: t('identity.column.waiting'),
          cell: (entry) => <TimeAgo at={entry.submitted_at} />,
        }
      : {
          key: 'decided',
          head: t('identity.column.decided'),
          className: 'whitespace-nowrap',
          cell: (entry) => (entry.decided_at === null ? null : <DateTime at={entry.decided_at} />),
        }
  return (
    <DataTable
      columns={canReview ? [uid, name, submitted, last] : [{ ...uid, className: 'w-full' }, submitted, last]}
      keyOf={(entry) => entry.id}
      label={t(`identity.tab.${state}`)}
      onOpen={canReview ? (entry) => go(`/identity/${entry.id}`) : undefined}
      rows={rows}
    />
  )
}
