// Two screens that are kept alive while the other one is shown, like the tabs of the app.
import '#ui/theme.css'
import { Activity, StrictMode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { List } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { UiLabelsProvider } from '#ui/ui-labels.tsx'
import { showcaseLabels } from '#web/screens/showcase/showcase-labels.ts'

const names = ['First', 'Second'] as const
const pageSize = 40
const nothing = () => undefined

function KeptAliveScreens() {
  const [shown, setShown] = useState<string>('First')
  return (
    <UiLabelsProvider labels={showcaseLabels}>
      {names.map((name) => (
        <Activity key={name} mode={name === shown ? 'visible' : 'hidden'}>
          <KeptAliveScreen name={name} />
        </Activity>
      ))}
      <TabBar
        items={names.map((name) => ({
          icon: 'order',
          label: name,
          active: name === shown,
          onSelect: () => setShown(name),
        }))}
        label="Main"
      />
    </UiLabelsProvider>
  )
}

/** A list screen whose title counts the requested pages. A button delivers the rows of a page. */
function KeptAliveScreen({ name }: { name: string }) {
  const [pages, setPages] = useState(1)
  const items = useMemo(() => Array.from({ length: pages * pageSize }, (_, position) => position), [pages])
  const [asked, setAsked] = useState(0)
  const [refreshed, setRefreshed] = useState(0)
  return (
    <Screen
      actions={
        <button onClick={() => setPages(pages + 1)} type="button">
          Send more
        </button>
      }
      tabBar
      title={`asked ${asked}, refreshed ${refreshed}`}
    >
      <List
        empty={null}
        failedText=""
        hasMore
        items={items}
        keyOf={String}
        label={name}
        onMore={() => setAsked((before) => before + 1)}
        onRefresh={() => setRefreshed((before) => before + 1)}
        onRetry={nothing}
        rowPx={64}
        // One page more than asked for is there: nothing is on its way.
        state={pages > asked ? 'ready' : 'loading'}
      >
        {(position) => <div style={{ height: 64 }}>{`${name} ${position}`}</div>}
      </List>
    </Screen>
  )
}

const root = document.getElementById('app')
if (root === null) throw new Error('the page has no root element')
createRoot(root).render(
  <StrictMode>
    <KeptAliveScreens />
  </StrictMode>,
)
