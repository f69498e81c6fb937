import { Activity, lazy, Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { Screen } from '#ui/screen.tsx'
import { SkeletonRow } from '#ui/skeleton.tsx'
import type { AccountState } from '#web/account/account.ts'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { type KeptScreen, keepAlive } from '#web/app/keep-alive.ts'
import { MainTabBar } from '#web/app/main-tab-bar.tsx'
import { resolveRoute, type VisitorKind } from '#web/app/resolve-route.ts'
import type { ScreenComponent, ScreenRoute } from '#web/app/routes.ts'
import { useAccount, useParts, useToken, useTranslate } from '#web/parts/app-parts.tsx'
import type { ScreenName } from '#web/parts/screen-props.ts'
import { NotFoundScreen } from '#web/screens/not-found/not-found-screen.tsx'
import { PlaceholderScreen } from '#web/screens/placeholder/placeholder-screen.tsx'
import type { TranslationStore } from '#web/stores/translations.ts'

/** The screen of the present address, and behind it those that stay alive. */
export function Screens() {
  const [path] = useLocation()
  const search = useSearch()
  const token = useToken()
  const place = resolveRoute(path, search, visitorOf(token, useAccount()))
  const route = place.kind === 'screen' ? place.route : undefined
  const [kept, setKept] = useState<readonly KeptScreen[]>([])
  const next = keepAlive(kept, route, search, token)
  if (next !== kept) setKept(next)
  useNavigationEffects(path, route)
  return (
    <>
      {place.kind === 'redirect' ? <Redirect key={place.to} replace to={place.to} /> : null}
      {place.kind === 'real_only' ? <RealOnly /> : null}
      {place.kind === 'waiting' ? <ScreenSkeleton name={place.route.name} /> : null}
      {place.kind === 'not_found' ? <NotFoundScreen /> : null}
      {next.map((screen) => (
        <Activity key={screen.key} mode={screen.route === route ? 'visible' : 'hidden'}>
          <ScreenFrame active={screen.route === route} route={screen.route} search={screen.search} />
        </Activity>
      ))}
      {route === undefined || route.keptAlive ? null : (
        <ScreenFrame active key={path} route={route} search={search} />
      )}
      {route?.keptAlive ? <MainTabBar active={route.tab} /> : null}
    </>
  )
}

type ScreenFrameProps = { readonly route: ScreenRoute; readonly search: string; readonly active: boolean }

function ScreenFrame({ route, search, active }: ScreenFrameProps) {
  const { translations: words } = useParts()
  const [attempt, setAttempt] = useState(0)
  const Content = contentOf(route, words)
  // A chunk that failed to load stays failed, so trying again means asking for it anew.
  const retry = () => {
    contents.delete(route.name)
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
function useNavigationEffects(path: string, route: ScreenRoute | undefined): void {
  const { live } = useParts()
  const t = useTranslate()
  const title = `${t(route === undefined ? 'title.not_found' : `title.${route.name}`)} · ${t('app.name')}`
  useEffect(() => {
    document.title = title
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes it an arrival.
  useEffect(() => {
    live.ensureConnected()
    const screen = document.querySelector('[data-screen]')
    // A screen may have put the focus where it is wanted, such as into its search field.
    if (screen?.contains(document.activeElement)) return
    screen?.querySelector('main')?.focus({ preventScroll: true })
  }, [live, path])
}

const contents = new Map<ScreenName, ScreenComponent>()

function contentOf(route: ScreenRoute, words: TranslationStore): ScreenComponent {
  const present = contents.get(route.name) ?? lazyScreen(route, words)
  contents.set(route.name, present)
  return present
}

/** The chunk of a screen and its words, fetched side by side. */
function lazyScreen(
  { load, dictionaries: books = [] }: ScreenRoute,
  words: TranslationStore,
): ScreenComponent {
  if (load === undefined) return PlaceholderScreen
  return lazy(async () => {
    const [screen] = await Promise.all([load(), ...books.map(words.loadDictionary)])
    return { default: screen }
  })
}

function visitorOf(token: string | undefined, account: AccountState): VisitorKind {
  if (token === undefined) return 'visitor'
  if (account.kind === 'loading') return 'loading'
  return account.kind === 'known' && account.user.is_demo === 1 ? 'demo' : 'user'
}

/** A demo account at an address that is not for it: it is told so, and finds itself in its own place. */
function RealOnly() {
  const { toasts } = useParts()
  const t = useTranslate()
  const [, go] = useLocation()
  useEffect(() => {
    toasts.show({ text: t('app.real_only'), tone: 'danger' })
    go('/user', { replace: true })
  }, [toasts, t, go])
  return null
}

const rows = [1, 2, 3, 4, 5]

/** Stands in for a screen whose chunk is still on its way. */
function ScreenSkeleton({ name }: { name: ScreenName }) {
  const t = useTranslate()
  return (
    <div aria-busy="true" className="h-full">
      <Screen title={t(`title.${name}`)}>
        {rows.map((row) => (
          <SkeletonRow key={row} />
        ))}
      </Screen>
    </div>
  )
}
