import { useEffect, useId } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import type { CallOptions } from '#desk/calls/call-kinds.ts'
import { type Column, DataTable, Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageCount } from '#desk/parts/pagination.ts'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { placeFromSearch, placePath, type QueuePlace, type QueueStates } from '#desk/parts/queue-place.ts'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Notice } from '#ui/notice.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'

type QueueAnswer<Row> = {
  readonly data: readonly Row[]
  readonly total: number
  readonly waiting: number
  /** Number of waiting records past their deadline. */
  readonly overdue?: number
}

type QueueLabels<State extends string> = {
  readonly title: string
  readonly tabs: string
  readonly tab: Readonly<Record<State, string>>
  readonly empty: Readonly<Record<State, string>>
  readonly failed: string
  /** Shown to roles that see the list only. */
  readonly viewer: string
  /** Opens the oldest waiting record. */
  readonly start: string
  readonly overdue?: (count: number) => string
}

export type QueueScreenProps<State extends string, Row> = {
  /** Path of the list. A record is below it. */
  readonly path: string
  readonly icon: IconName
  readonly states: QueueStates<State>
  readonly labels: QueueLabels<State>
  readonly read: (place: QueuePlace<State>, options: CallOptions) => Promise<QueueAnswer<Row>>
  /** The polled number of waiting records. The list is read again when it differs from that of the list. */
  readonly polled: number | undefined
  /** Whether rows open the screen of the record. */
  readonly canOpen: boolean
  readonly columns: (state: State) => readonly Column<Row>[]
}

/** A queue with a tab for each state. The first state holds the waiting records, oldest first. */
export function QueueScreen<State extends string, Row extends { readonly id: number }>(
  props: QueueScreenProps<State, Row>,
) {
  const { path, states, labels, polled, canOpen } = props
  const [, go] = useLocation()
  const place = placeFromSearch(useSearch(), states)
  const panel = useId()
  const query = useQueue(props, place)
  const { overdue = 0 } = query.data ?? {}
  const isFirst = place.state === states[0] && place.page === 1
  const oldest = isFirst ? query.data?.data[0] : undefined
  const start = canOpen && oldest !== undefined && (
    <Link className={buttonClasses({ size: 'small' })} href={`${path}/${oldest.id}`}>
      {labels.start}
    </Link>
  )
  return (
    <Page actions={start} title={labels.title}>
      {canOpen ? null : <Notice className="mb-4">{labels.viewer}</Notice>}
      {overdue > 0 && labels.overdue !== undefined ? (
        <Notice className="mb-4 font-semibold" icon="warning" live tone="danger">
          {labels.overdue(overdue)}
        </Notice>
      ) : null}
      <div className="mb-4 max-w-md">
        <Tabs
          items={states.map((name) => ({
            value: name,
            label: labels.tab[name],
            count: name === states[0] ? (polled ?? query.data?.waiting) : undefined,
          }))}
          label={labels.tabs}
          onChange={(state) => go(placePath(path, states, { state, page: 1 }))}
          panelId={panel}
          value={place.state}
        />
      </div>
      <TabPanel id={panel} value={place.state}>
        <QueryView failedTitle={labels.failed} query={query} skeleton={<TableSkeleton />}>
          {(answer) => <QueueRows answer={answer} place={place} queue={props} />}
        </QueryView>
      </TabPanel>
    </Page>
  )
}

function useQueue<State extends string, Row>(
  { path, read, polled }: QueueScreenProps<State, Row>,
  place: QueuePlace<State>,
) {
  const query = useServerQuery([path, place.state, place.page], (options) => read(place, options))
  const { data, refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each polled number, not for each list.
  useEffect(() => {
    const isOutdated = polled !== undefined && data !== undefined && data.waiting !== polled
    // A read that is already running is not started again.
    if (isOutdated) void refetch({ cancelRefetch: false })
  }, [polled])
  return query
}

type QueueRowsProps<State extends string, Row> = {
  readonly queue: QueueScreenProps<State, Row>
  readonly place: QueuePlace<State>
  readonly answer: QueueAnswer<Row>
}

function QueueRows<State extends string, Row extends { readonly id: number }>({
  queue: { path, icon, states, labels, canOpen, columns },
  place: { state, page },
  answer: { data, total },
}: QueueRowsProps<State, Row>) {
  const [, go] = useLocation()
  if (total === 0)
    return <EmptyState icon={state === states[0] ? 'check-circle' : icon} title={labels.empty[state]} />
  const pathOf = (next: number) => placePath(path, states, { state, page: next })
  // Records may have left the queue meanwhile, so that this page no longer exists.
  if (page > pageCount(total)) return <Redirect replace to={pathOf(pageCount(total))} />
  return (
    <div className="grid grid-cols-1 gap-2">
      <DataTable
        columns={columns(state)}
        keyOf={({ id }) => id}
        label={labels.tab[state]}
        onOpen={canOpen ? ({ id }) => go(`${path}/${id}`) : undefined}
        rows={data}
      />
      <Pagination onTurn={(next) => go(pathOf(next))} page={page} total={total} />
    </div>
  )
}
