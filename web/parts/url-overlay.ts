import { useLocation } from 'wouter'
import { browserTimers, type Timers } from '#browser/platform/timers.ts'
import { pathWithSearch } from '#web/parts/navigation.ts'

type UrlOverlay = {
  /** The value of the URL parameter. Undefined while the overlay is closed. */
  readonly value: string | undefined
  readonly open: (value: string) => void
  readonly close: () => void
}

/**
 * An overlay that is open while the URL has the parameter `name`. The back button closes it, a reload or a login keeps
 * it open, and a link can lead to it. `search` is the search string of the screen. `open` and `close` check the
 * browser's URL instead, because two taps can arrive before the screen renders the first.
 */
export function useUrlOverlay(path: string, search: string, name: string): UrlOverlay {
  const [, go] = useLocation()
  const isOpenNow = () =>
    location.pathname === path && new URLSearchParams(location.search).get(name) !== null
  return {
    value: new URLSearchParams(search).get(name) ?? undefined,
    open(next) {
      const url = pathWithSearch(path, withSearchParam(search, name, next))
      // Opening another value while the overlay is open adds no history entry and keeps the history state.
      if (isOpenNow()) go(url, { replace: true, state: history.state })
      else go(url, { state: openedHere })
    },
    close() {
      if (!isOpenNow()) return
      // Going back removes the history entry that `open` added. Otherwise the back button would reopen the overlay.
      if (isOpenedHere(history.state)) stepBack()
      else go(pathWithSearch(path, withSearchParam(search, name, undefined)), { replace: true })
    },
  }
}

const openedHere = { isOpenedHere: true }

const stepBack = createStepBack({
  back: () => history.back(),
  oncePopState: (handler) => window.addEventListener('popstate', handler, { once: true }),
  timers: browserTimers,
})

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isOpenedHere' in state
}

export function withSearchParam(search: string, name: string, value: string | undefined): string {
  const query = new URLSearchParams(search)
  if (value === undefined) query.delete(name)
  else query.set(name, value)
  return query.toString()
}

type StepBackOptions = {
  readonly back: () => void
  /** Calls the handler once, at the next `popstate` event. */
  readonly oncePopState: (handler: () => void) => void
  readonly timers: Timers
}

/** Without an entry to go back to, the browser fires no `popstate`. The wait for it ends after this time. */
export const stepTimeoutMs = 1_000

/**
 * Goes back one step at a time. The browser goes back asynchronously, so a double tap would otherwise go back twice.
 */
export function createStepBack({ back, oncePopState, timers }: StepBackOptions): () => void {
  let isGoingBack = false
  return () => {
    if (isGoingBack) return
    isGoingBack = true
    const finish = () => {
      isGoingBack = false
      cancel()
    }
    const cancel = timers.after(stepTimeoutMs, finish)
    oncePopState(finish)
    back()
  }
}
