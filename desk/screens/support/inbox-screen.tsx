import { useId } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { isRecord } from '#browser/platform/parse-record.ts'
import { Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { useLiveLost } from '#desk/parts/live-query.ts'
import { Page } from '#desk/parts/page.tsx'
import { pageCount } from '#desk/parts/pagination.ts'
import { QueryView } from '#desk/parts/query.tsx'
import { placeFromSearch, placePath, type QueuePlace } from '#desk/parts/queue-place.ts'
import { type InboxList, type InboxState, inboxStates } from '#desk/screens/support/inbox-list.ts'
import { InboxRows } from '#desk/screens/support/inbox-rows.tsx'
import { LiveNotice } from '#desk/screens/support/live-notice.tsx'
import { FoundThreads, ThreadSearch } from '#desk/screens/support/thread-search.tsx'
import { useInbox } from '#desk/screens/support/use-inbox.ts'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'

const path = '/support'

/** Support threads: open ones by their wait, the operator's own, and closed ones; or those that a search has found. */
export function InboxScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const place = placeFromSearch(useSearch(), inboxStates)
  const wanted = useWanted()
  // In the state of the history entry, not in the address: a search may name a user.
  const find = (text: string) => go(path, { state: text === '' ? null : { find: text } })
  return (
    <Page actions={<Links />} title={t('support.title')}>
      <LiveNotice />
      <ThreadSearch key={wanted} onSearch={find} text={wanted} />
      {wanted === '' ? (
        <Inbox key={`${place.state} ${place.page}`} place={place} />
      ) : (
        <FoundThreads text={wanted} />
      )}
    </Page>
  )
}

function useWanted(): string {
  const state = useHistoryState<unknown>()
  return isRecord(state) && typeof state['find'] === 'string' ? state['find'] : ''
}

function Links() {
  const t = useTranslate()
  const style = buttonClasses({ size: 'small', variant: 'secondary' })
  return (
    <span className="flex flex-wrap gap-2">
      <Link className={style} href="/support/answers">
        {t('canned.title')}
      </Link>
      <Link className={style} href="/support/figures">
        {t('figures.title')}
      </Link>
    </span>
  )
}

function Inbox({ place }: { place: QueuePlace<InboxState> }) {
  const t = useTranslate()
  const [, go] = useLocation()
  const panel = useId()
  const { query, email } = useInbox(place)
  const isLost = useLiveLost()
  return (
    <>
      <div className="mb-4 max-w-md">
        <Tabs
          items={inboxStates.map((state) => ({
            value: state,
            label: t(`support.tab.${state}`),
          }))}
          label={t('support.tabs')}
          onChange={(state) => go(placePath(path, inboxStates, { state, page: 1 }))}
          panelId={panel}
          value={place.state}
        />
      </div>
      <TabPanel id={panel} value={place.state}>
        <QueryView failedTitle={t('support.failed')} query={query} skeleton={<TableSkeleton />}>
          {(list) => (
            <InboxPage email={email} isBelowNotice={isLost || query.isError} list={list} place={place} />
          )}
        </QueryView>
      </TabPanel>
    </>
  )
}

type InboxPageProps = {
  readonly place: QueuePlace<InboxState>
  readonly list: InboxList
  readonly email: string
  readonly isBelowNotice: boolean
}

function InboxPage({ place: { state, page }, list, ...rows }: InboxPageProps) {
  const t = useTranslate()
  const [, go] = useLocation()
  const { data, total } = list.answer
  if (total === 0)
    return (
      <EmptyState icon={state === 'closed' ? 'chat' : 'check-circle'} title={t(`support.empty.${state}`)} />
    )
  const pathOf = (next: number) => placePath(path, inboxStates, { state, page: next })
  if (page > pageCount(total)) return <Redirect replace to={pathOf(pageCount(total))} />
  return (
    <div className="grid grid-cols-1 gap-2">
      <InboxRows {...rows} label={t(`support.tab.${state}`)} state={state} threads={data} />
      <Pagination onTurn={(next) => go(pathOf(next))} page={page} total={total} />
    </div>
  )
}
