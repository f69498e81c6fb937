import { Activity, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { Screen } from '#ui/screen.tsx'
import { SkeletonRow } from '#ui/skeleton.tsx'
import { ErrorBoundary, ScreenFailed } from '#web/app/error-boundary.tsx'
import { type KeptScreen, keepAlive } from '#web/app/keep-alive.ts'
import { MainTabBar } from '#web/app/main-tab-bar.tsx'
import { resolveRoute, type VisitorKind } from '#web/app/resolve-route.ts'
import type { ScreenComponent, ScreenRoute } from '#web/app/routes.ts'
import { useAccount, useParts, useToken, useTranslate } from '#web/parts/app-parts.tsx'
import { useLateCode } from '#web/parts/late-code.tsx'
import type { ScreenName } from '#web/parts/screen-props.ts'
import { NotFoundScreen } from '#web/screens/not-found/not-found-screen.tsx'
import { PlaceholderScreen } from '#web/screens/placeholder/placeholder-screen.tsx'
import type { LateCode } from '#web/stores/late-parts.ts'
import type { CurrentUserState } from '#web/user/current-user.ts'

/** The screen of the current URL, with the kept-alive screens hidden behind it. */
export function Screens() {
  const [path] = useLocation()
  const search = useSearch()
  const token = useToken()
  const resolved = resolveRoute(path, search, visitorKindOf(token, useAccount()))
  const route = resolved.kind === 'screen' ? resolved.route : undefined
  const [kept, setKept] = useState<readonly KeptScreen[]>([])
  const next = keepAlive(kept, route, search, token)
  if (next !== kept) setKept(next)
  useNavigationEffects(path, route)
  return (
    <>
      {resolved.kind === 'redirect' ? <Redirect key={resolved.to} replace to={resolved.to} /> : null}
      {resolved.kind === 'real_only' ? <RealOnly /> : null}
      {resolved.kind === 'waiting' ? <ScreenSkeleton name={resolved.route.name} /> : null}
      {resolved.kind === 'not_found' ? <NotFoundScreen /> : null}
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
  const [attempt, setAttempt] = useState(0)
  return (
    <div className="absolute inset-0" data-screen={active ? route.name : undefined}>
      <ErrorBoundary key={attempt} onRetry={() => setAttempt(attempt + 1)}>
        <ScreenContent route={route} search={search} />
      </ErrorBoundary>
    </div>
  )
}

/** The screen, once its code and dictionaries have loaded. */
function ScreenContent({ route, search }: Omit<ScreenFrameProps, 'active'>) {
  const { part: Content, hasFailed, retry } = useLateCode(route.code ?? placeholder)
  if (hasFailed) return <ScreenFailed onRetry={retry} />
  if (Content === undefined) return <ScreenSkeleton name={route.name} />
  return <Content name={route.name} search={search} tabBar={route.keptAlive === true} />
}

const placeholder: LateCode<ScreenComponent> = { load: async () => PlaceholderScreen }

/**
 * Sets the title. On every navigation, connects if the live connection is down and moves the focus to the new screen.
 */
function useNavigationEffects(path: string, route: ScreenRoute | undefined): void {
  const { live } = useParts()
  const t = useTranslate()
  const title = `${t(route === undefined ? 'title.not_found' : `title.${route.name}`)} · ${t('app.name')}`
  useEffect(() => {
    document.title = title
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on every navigation.
  useEffect(() => {
    live.ensureConnected()
    const screen = document.querySelector('[data-screen]')
    // The screen may have set the focus itself, as on a search field.
    if (screen?.contains(document.activeElement)) return
    screen?.querySelector('main')?.focus({ preventScroll: true })
  }, [live, path])
}

function visitorKindOf(token: string | undefined, currentUser: CurrentUserState): VisitorKind {
  if (token === undefined) return 'visitor'
  if (currentUser.kind === 'loading') return 'loading'
  return currentUser.kind === 'known' && currentUser.user.is_demo === 1 ? 'demo' : 'user'
}

/** Tells a demo account that this screen is for real accounts, and redirects to /user. */
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

/** Placeholder while the chunk of a screen loads. */
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
