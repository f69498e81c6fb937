import { Activity, lazy, Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { findPlace } from '#web/app/find-place.ts'
import { type KeptScreen, keepAlive } from '#web/app/keep-alive.ts'
import { MainTabBar } from '#web/app/main-tab-bar.tsx'
import { routes, type Screen, type ScreenRoute } from '#web/app/routes.ts'
import { ScreenSkeleton } from '#web/app/screen-skeleton.tsx'
import { useParts, useToken, useTranslate } from '#web/parts/app-parts.tsx'
import type { ScreenName } from '#web/parts/screen-props.ts'
import { NotFoundScreen } from '#web/screens/not-found/not-found-screen.tsx'
import { UnbuiltScreen } from '#web/screens/unbuilt/unbuilt-screen.tsx'

/** The screen of the present address, and behind it those that stay alive. */
export function Screens() {
  const [path] = useLocation()
  const search = useSearch()
  const token = useToken()
  const place = findPlace(path, search, token !== undefined)
  const route = place.kind === 'screen' ? place.route : undefined
  const [kept, setKept] = useState<readonly KeptScreen[]>([])
  const next = keepAlive(kept, route, search, token)
  if (next !== kept) setKept(next)
  useArrival(path, route)
  return (
    <>
      {place.kind === 'redirect' ? <Redirect key={place.to} replace to={place.to} /> : null}
      {place.kind === 'not_found' ? <NotFoundScreen /> : null}
      {next.map((screen) => (
        <Activity key={screen.key} mode={screen.route === route ? 'visible' : 'hidden'}>
          <Stage active={screen.route === route} route={screen.route} search={screen.search} />
        </Activity>
      ))}
      {route === undefined || route.keptAlive ? null : (
        <Stage active key={path} route={route} search={search} />
      )}
      {route?.keptAlive ? <MainTabBar active={route.tab} /> : null}
    </>
  )
}

type StageProps = { readonly route: ScreenRoute; readonly search: string; readonly active: boolean }

function Stage({ route, search, active }: StageProps) {
  const [attempt, setAttempt] = useState(0)
  const Content = contents.get(route.name) ?? NotFoundScreen
  // A chunk that failed to load stays failed, so trying again means asking for it anew.
  const retry = () => {
    contents.set(route.name, contentOf(route))
    setAttempt(attempt + 1)
  }
  return (
    <div className="absolute inset-0" data-screen={active ? route.name : undefined}>
      <ErrorBoundary key={attempt} onRetry={retry}>
        <Suspense fallback={<ScreenSkeleton name={route.name} />}>
          <Content name={route.name} search={search} tabBar={route.keptAlive === true} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

/** On every navigation the live connection is made sure of, the title is set and the reader starts at the top. */
function useArrival(path: string, route: ScreenRoute | undefined): void {
  const { live } = useParts()
  const t = useTranslate()
  const title = `${t(route === undefined ? 'title.not_found' : `title.${route.name}`)} · ${t('app.name')}`
  useEffect(() => {
    document.title = title
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes it an arrival.
  useEffect(() => {
    live.ensureUp()
    const screen = document.querySelector('[data-screen]')
    // A screen may have put the focus where it is wanted, such as into its search field.
    if (screen?.contains(document.activeElement)) return
    screen?.querySelector('main')?.focus({ preventScroll: true })
  }, [live, path])
}

const contents = new Map<ScreenName, Screen>(routes.map((route) => [route.name, contentOf(route)]))

function contentOf({ load }: ScreenRoute): Screen {
  if (load === undefined) return UnbuiltScreen
  return lazy(async () => ({ default: await load() }))
}
