import { useLocation } from 'wouter'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useWhenShown } from '#web/parts/page-visibility.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { AccountDetail } from '#web/screens/history/account-detail.tsx'
import {
  filterOfSearch,
  isEverything,
  type LogFilter,
  searchOfFilter,
} from '#web/screens/history/log-filter.ts'
import { LogFilters } from '#web/screens/history/log-filters.tsx'
import { LogList } from '#web/screens/history/log-list.tsx'
import { LogTotal } from '#web/screens/history/log-total.tsx'
import { useLog } from '#web/screens/history/use-log.ts'

const path = '/mine/history'

/** What the account comes to, and every change of its balance that made it so. */
export function HistoryScreen({ search }: ScreenProps) {
  const t = useBook('history')
  const { portfolio } = useParts()
  const back = useBack('/user')
  const [, go] = useLocation()
  const filter = filterOfSearch(search)
  const { list, state } = useLog(filter)
  // In the address, in place of the last one: the way back leads out, and a way here finds the filter again.
  const choose = (next: LogFilter) => go(`${path}${searchOfFilter(next)}`, { replace: true })
  const refresh = () => {
    void portfolio.refresh()
    list.refresh()
  }
  useWhenShown(() => {
    void portfolio.refresh()
    list.renew()
  })
  return (
    <Screen actions={<DemoBadge className="me-2" />} back={back} title={t('title.history')}>
      <PullToRefresh onRefresh={refresh}>
        <div className="px-4 pt-1 pb-4">
          <AccountDetail />
        </div>
        <h2 className="px-4 text-17 font-semibold">{t('history.log')}</h2>
        <LogFilters
          aside={<LogTotal filter={filter} total={state.total} />}
          filter={filter}
          onChange={choose}
        />
        <LogList everythingPath={isEverything(filter) ? undefined : path} list={list} state={state} />
      </PullToRefresh>
    </Screen>
  )
}
