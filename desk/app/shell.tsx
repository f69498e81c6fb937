import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from '#desk/app/error-boundary.tsx'
import { Place } from '#desk/app/place.tsx'
import { SideBar } from '#desk/app/side-bar.tsx'
import { TopBar } from '#desk/app/top-bar.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import type { WatchState } from '#desk/watch/watch.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** The side bar and the screen beside it; where there is no room for both, a bar above that opens the same. */
export function Shell() {
  const t = useTranslate()
  const state = useStore(useParts().watch)
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes it an arrival.
  useEffect(() => {
    main.current?.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])
  const { operator } = state
  if (operator === undefined) return <Waiting pulse={state.pulse} />
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-8 focus:bg-accent focus:px-3 focus:py-2 focus:text-accent-ink"
        href="#content"
      >
        {t('desk.skip')}
      </a>
      <TopBar operator={operator} />
      <aside className="hidden w-56 shrink-0 overflow-y-auto border-e border-line bg-surface md:block xl:w-60">
        <SideBar operator={operator} />
      </aside>
      <main
        className="relative min-h-0 min-w-0 grow overflow-x-hidden overflow-y-auto px-6 pt-5 outline-none"
        id="content"
        ref={main}
        tabIndex={-1}
      >
        <div className="mx-auto flex min-h-full max-w-[1440px] flex-col pb-6">
          <ErrorBoundary key={path}>
            <Place operator={operator} />
          </ErrorBoundary>
        </div>
      </main>
    </div>
  )
}

/** Nothing is shown before the server has said whose desk it is. */
function Waiting({ pulse }: { pulse: WatchState['pulse'] }) {
  const t = useTranslate()
  const { watch, leave } = useParts()
  if (pulse !== 'lost') {
    return (
      <main aria-label={t('desk.loading')} className="grid h-dvh place-items-center text-dim">
        <Spinner size={28} />
      </main>
    )
  }
  return (
    <main className="grid h-dvh place-content-center">
      <EmptyState
        action={
          <span className="flex gap-2">
            <Button onClick={watch.askNow}>{t('control.retry')}</Button>
            <Button onClick={leave} variant="secondary">
              {t('nav.sign_out')}
            </Button>
          </span>
        }
        icon="offline"
        title={t('pulse.lost')}
      />
    </main>
  )
}
