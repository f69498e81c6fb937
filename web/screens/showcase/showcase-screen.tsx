import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { useEffect, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { Toasts } from '#ui/toasts.tsx'
import { createToasts } from '#ui/toasts-store.ts'
import { UiLabelsProvider } from '#ui/ui-labels.tsx'
import { ShowcaseAccount } from '#web/screens/showcase/showcase-account.tsx'
import { ShowcaseButtons } from '#web/screens/showcase/showcase-buttons.tsx'
import { ShowcaseChoices } from '#web/screens/showcase/showcase-choices.tsx'
import { ShowcaseCodeFields, ShowcaseFields } from '#web/screens/showcase/showcase-fields.tsx'
import { ShowcaseFigures } from '#web/screens/showcase/showcase-figures.tsx'
import { ShowcaseIcons, ShowcasePictures } from '#web/screens/showcase/showcase-images.tsx'
import { showcaseLabels } from '#web/screens/showcase/showcase-labels.ts'
import { ShowcaseLists } from '#web/screens/showcase/showcase-lists.tsx'
import { ShowcaseMessages } from '#web/screens/showcase/showcase-messages.tsx'
import { ShowcaseOverlays } from '#web/screens/showcase/showcase-overlays.tsx'
import { ShowcasePairs } from '#web/screens/showcase/showcase-pairs.tsx'

const toasts = createToasts()

const tabs = [
  { icon: 'copy-trading', label: 'Copy' },
  { icon: 'order', label: 'Orders' },
  { icon: 'market', label: 'Markets' },
  { icon: 'rank', label: 'Ranking' },
  { icon: 'trade', label: 'Trade' },
] as const

/** The /ui page, in development only: every component in every state. */
export function ShowcaseScreen() {
  const look = useThemeSettings()
  const [tab, setTab] = useState('Markets')
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={look.direction}>
        <UiLabelsProvider labels={showcaseLabels}>
          <Screen
            actions={
              <>
                <Badge tone="warn">DEMO</Badge>
                <IconButton count={1} icon="bell" label="Notifications, 1 new" />
                <IconButton href="/ui" icon="globe" label="Language" />
              </>
            }
            tabBar
            title={<Logo />}
            top={<ThemeBar look={look} />}
          >
            <PullToRefresh onRefresh={() => toasts.show({ text: 'Refreshed' })}>
              <ShowcaseFigures />
              <ShowcaseAccount />
              <ShowcaseButtons />
              <ShowcaseChoices />
              <ShowcaseFields />
              <ShowcaseCodeFields />
              <ShowcasePictures />
              <ShowcaseOverlays toasts={toasts} />
              <ShowcaseMessages toasts={toasts} />
              <ShowcasePairs />
              <ShowcaseIcons />
              <ShowcaseLists />
            </PullToRefresh>
          </Screen>
          <TabBar
            items={tabs.map((item) => ({
              ...item,
              active: item.label === tab,
              onSelect: () => setTab(item.label),
            }))}
            label="Main"
          />
          <Toasts store={toasts} />
        </UiLabelsProvider>
      </DirectionProvider>
    </CSPProvider>
  )
}

function ThemeBar({ look }: { look: ThemeSettings }) {
  return (
    <div className="grid gap-2 px-4 pb-3">
      <Segmented
        items={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        label="Theme"
        onChange={look.setTheme}
        value={look.theme}
      />
      <div className="grid grid-cols-2 gap-2">
        <Segmented
          items={[
            { value: 'ltr', label: 'LTR' },
            { value: 'rtl', label: 'RTL' },
          ]}
          label="Direction"
          onChange={look.setDirection}
          value={look.direction}
        />
        <Segmented
          items={[
            { value: 'green', label: 'Green up', tone: look.rise === 'green' ? 'rise' : 'fall' },
            { value: 'red', label: 'Red up', tone: look.rise === 'green' ? 'fall' : 'rise' },
          ]}
          label="Rise colour"
          onChange={look.setRise}
          value={look.rise}
        />
      </div>
    </div>
  )
}

type ThemeChoice = 'system' | 'light' | 'dark'
type Direction = 'ltr' | 'rtl'
type RiseColour = 'green' | 'red'

interface ThemeSettings {
  readonly theme: ThemeChoice
  readonly direction: Direction
  readonly rise: RiseColour
  readonly setTheme: (theme: ThemeChoice) => void
  readonly setDirection: (direction: Direction) => void
  readonly setRise: (rise: RiseColour) => void
}

/** Writes theme, direction and rise colour to the html element, where the stylesheet reads them. */
function useThemeSettings(): ThemeSettings {
  const [theme, setTheme] = useState<ThemeChoice>('system')
  const [direction, setDirection] = useState<Direction>('ltr')
  const [rise, setRise] = useState<RiseColour>('green')
  useEffect(() => {
    const root = document.documentElement
    if (theme === 'system') root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme)
    root.dir = direction
    root.setAttribute('data-rise', rise)
  }, [theme, direction, rise])
  return { theme, direction, rise, setTheme, setDirection, setRise }
}
