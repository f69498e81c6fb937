import { useEffect, useId, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { DeskFreezesAnswer } from '#contract/desk/freezes.ts'
import { Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageCount } from '#desk/parts/pagination.ts'
import { QueryView, type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import {
  type Freeze,
  type FreezeState,
  freezeStates,
  freezesFromSearch,
  freezesPath,
} from '#desk/screens/freezes/freeze-list.ts'
import { FrozenTable, LiftedTable } from '#desk/screens/freezes/freeze-tables.tsx'
import { LiftDialog } from '#desk/screens/freezes/lift-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'

/** Frozen accounts, oldest first, and lifted freezes. Only owners can lift a freeze. */
export function FreezesScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { statusPoll } = useParts()
  const { state, page } = freezesFromSearch(useSearch())
  const panel = useId()
  const { operator, frozen } = useStore(statusPoll)
  const canLift = operator?.role === 'owner'
  const query = useFreezes(state, page)
  const [lifting, setLifting] = useState<Freeze>()
  const settled = () => {
    setLifting(undefined)
    void query.refetch()
    statusPoll.pollNow()
  }
  return (
    <Page text={t('freezes.text')} title={t('freezes.title')}>
      {canLift ? null : <Notice className="mb-4">{t('freezes.viewer')}</Notice>}
      <div className="mb-4 max-w-md">
        <Tabs
          items={freezeStates.map((name) => ({
            value: name,
            label: t(`freezes.tab.${name}`),
            count: name === 'frozen' ? frozen : undefined,
          }))}
          label={t('freezes.tabs')}
          onChange={(name) => go(freezesPath({ state: name, page: 1 }))}
          panelId={panel}
          value={state}
        />
      </div>
      <TabPanel id={panel} value={state}>
        <QueryView failedTitle={t('freezes.failed')} query={query} skeleton={<TableSkeleton />}>
          {(answer) => (
            <FreezePage
              answer={answer}
              onLift={canLift ? setLifting : undefined}
              onTurn={(next) => go(freezesPath({ state, page: next }))}
              page={page}
              state={state}
            />
          )}
        </QueryView>
      </TabPanel>
      {lifting === undefined ? null : (
        <LiftDialog freeze={lifting} onClose={() => setLifting(undefined)} onSettled={settled} />
      )}
    </Page>
  )
}

/** Reads again when the polled number of frozen accounts differs from that of the list. */
function useFreezes(state: FreezeState, page: number): ServerQuery<DeskFreezesAnswer> {
  const { calls, statusPoll } = useParts()
  const { frozen } = useStore(statusPoll)
  const query = useServerQuery(['freezes', state, page], (options) => calls.freezes({ state, page }, options))
  const { data, refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each polled number, not for each list.
  useEffect(() => {
    const isOutdated = frozen !== undefined && data !== undefined && data.frozen !== frozen
    // A read that is already running is not started again.
    if (isOutdated) void refetch({ cancelRefetch: false })
  }, [frozen])
  return query
}

type FreezePageProps = {
  readonly answer: DeskFreezesAnswer
  readonly state: FreezeState
  readonly page: number
  readonly onTurn: (page: number) => void
  /** Undefined if the operator may not lift a freeze. */
  readonly onLift: ((freeze: Freeze) => void) | undefined
}

function FreezePage({ answer: { data, total }, state, page, onTurn, onLift }: FreezePageProps) {
  const t = useTranslate()
  if (total === 0) {
    return (
      <EmptyState
        icon={state === 'frozen' ? 'check-circle' : 'history'}
        text={state === 'frozen' ? t('freezes.empty.frozen_text') : undefined}
        title={t(`freezes.empty.${state}`)}
      />
    )
  }
  // Freezes may have been lifted meanwhile, so that this page no longer exists.
  if (page > pageCount(total)) return <Redirect replace to={freezesPath({ state, page: pageCount(total) })} />
  return (
    <div className="grid grid-cols-1 gap-2">
      {state === 'frozen' ? <FrozenTable freezes={data} onLift={onLift} /> : <LiftedTable freezes={data} />}
      <Pagination onTurn={onTurn} page={page} total={total} />
    </div>
  )
}
