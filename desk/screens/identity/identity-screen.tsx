import { useCallback, useEffect, useId, useRef } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import type { IdentityQueueAnswer } from '#contract/desk/identity.ts'
import { mayAct } from '#core/account/operator-role.ts'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { LoadedView } from '#desk/parts/loaded-view.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageCount } from '#desk/parts/page-count.ts'
import { Pager } from '#desk/parts/pager.tsx'
import { useLoaded } from '#desk/parts/use-loaded.ts'
import { type QueueState, queueAddress, queuePlace, queueStates } from '#desk/screens/identity/queue-place.ts'
import { QueueTable } from '#desk/screens/identity/queue-table.tsx'
import { buttonClasses } from '#ui/button-classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'

/** Who handed in their identity: those that wait, oldest first, and what was decided. */
export function IdentityScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { state, page } = queuePlace(useSearch())
  const panel = useId()
  const { operator, waiting } = useStore(useParts().watch)
  const mayLook = operator !== undefined && mayAct(operator.role, ['compliance'])
  const loaded = useQueue(state, page)
  const oldest = state === 'waiting' && page === 1 ? loaded.value?.data[0] : undefined
  return (
    <Page
      actions={
        mayLook && oldest !== undefined ? (
          <Link className={buttonClasses({ size: 'small' })} href={`/identity/${oldest.id}`}>
            {t('identity.start')}
          </Link>
        ) : null
      }
      title={t('identity.title')}
    >
      {mayLook ? null : <Notice className="mb-4">{t('identity.viewer')}</Notice>}
      <div className="mb-4 max-w-md">
        <Tabs
          items={queueStates.map((name) => ({
            value: name,
            label: t(`identity.tab.${name}`),
            count: name === 'waiting' ? waiting : undefined,
          }))}
          label={t('identity.tabs')}
          onChange={(name) => go(queueAddress({ state: name, page: 1 }))}
          panelId={panel}
          value={state}
        />
      </div>
      <TabPanel id={panel} value={state}>
        <LoadedView failedTitle={t('identity.failed')} loaded={loaded} skeleton={<TableSkeleton />}>
          {({ data, total }) => (
            <Rows
              mayLook={mayLook}
              onTurn={(next) => go(queueAddress({ state, page: next }))}
              page={page}
              rows={data}
              state={state}
              total={total}
            />
          )}
        </LoadedView>
      </TabPanel>
    </Page>
  )
}

type RowsProps = {
  readonly state: QueueState
  readonly rows: IdentityQueueAnswer['data']
  readonly mayLook: boolean
  readonly page: number
  readonly total: number
  readonly onTurn: (page: number) => void
}

function Rows({ state, rows, mayLook, page, total, onTurn }: RowsProps) {
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
  // The last page may have been worked off while one looked at it.
  if (page > pageCount(total))
    return <Redirect replace to={queueAddress({ state, page: pageCount(total) })} />
  return (
    <div className="grid grid-cols-1 gap-2">
      <QueueTable mayLook={mayLook} rows={rows} state={state} />
      <Pager onTurn={onTurn} page={page} total={total} />
    </div>
  )
}

/** Read again whenever the watch says that another number waits. */
function useQueue(state: QueueState, page: number) {
  const { calls, watch } = useParts()
  const { waiting } = useStore(watch)
  const loaded = useLoaded(
    useCallback((wishes) => calls.identityQueue({ state, page }, wishes), [calls, state, page]),
  )
  const { reload } = loaded
  const known = useRef(waiting)
  useEffect(() => {
    if (known.current !== undefined && known.current !== waiting) reload()
    known.current = waiting
  }, [waiting, reload])
  return loaded
}
