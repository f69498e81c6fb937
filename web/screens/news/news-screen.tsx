import { useLocation } from 'wouter'
import { Screen } from '#ui/screen.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { NoticeBell } from '#web/parts/notice-bell.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { CalendarView } from '#web/screens/news/calendar/calendar-view.tsx'
import { NewsList } from '#web/screens/news/news-list.tsx'

const views = ['news', 'calendar'] as const
type View = (typeof views)[number]

const panelId = 'news-view'

/** The news. The view is in the address, so that a link can lead to it. */
export function NewsScreen({ search, tabBar }: ScreenProps) {
  const t = useDictionary('content', 'calendar')
  const [, go] = useLocation()
  const back = useBack()
  const view = viewOf(search)
  const labels: Readonly<Record<View, string>> = {
    news: t('title.news'),
    calendar: t('calendar.title'),
  }
  // Replaces the history entry, so that Back leaves the screen instead of changing the view.
  const choose = (next: View) => go(next === 'news' ? '/news' : `/news?view=${next}`, { replace: true })
  return (
    <Screen
      actions={<NoticeBell />}
      back={back}
      tabBar={tabBar}
      title={t('title.news')}
      top={
        <Tabs
          items={views.map((value) => ({ value, label: labels[value] }))}
          label={t('news.views')}
          onChange={choose}
          panelId={panelId}
          value={view}
        />
      }
    >
      <TabPanel id={panelId} value={view}>
        {view === 'news' ? <NewsList /> : <CalendarView />}
      </TabPanel>
    </Screen>
  )
}

function viewOf(search: string): View {
  const wanted = new URLSearchParams(search).get('view')
  return views.find((view) => view === wanted) ?? 'news'
}
