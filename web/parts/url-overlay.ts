import { useLocation } from 'wouter'
import { pathWithSearch } from '#web/parts/navigation.ts'
import { browserTimers, type Timers } from '#web/platform/timers.ts'

type UrlOverlay = {
  /** What the address says is open; undefined when nothing is. */
  readonly value: string | undefined
  readonly open: (value: string) => void
  readonly close: () => void
}

/**
 * What lies over a screen is opened by a parameter of its address: so the way back closes it, a reload or a detour through
 * the login finds it open again, and a link can lead to it. `search` is the screen's own. What is open is asked of the address
 * at the moment, for two presses may come before the screen has followed the first.
 */
export function useUrlOverlay(path: string, search: string, name: string): UrlOverlay {
  const [, go] = useLocation()
  const isOpenNow = () =>
    location.pathname === path && new URLSearchParams(location.search).get(name) !== null
  return {
    value: new URLSearchParams(search).get(name) ?? undefined,
    open(next) {
      const address = pathWithSearch(path, withSearchParam(search, name, next))
      // Another one in place of the one that is open is no step of its own, and came from where that one came from.
      if (isOpenNow()) go(address, { replace: true, state: history.state })
      else go(address, { state: openedHere })
    },
    close() {
      if (!isOpenNow()) return
      // One that was opened from here is left by the way back, so that no closed one is found there later.
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
  /** The next time the browser has gone back or forth. */
  readonly oncePopState: (handler: () => void) => void
  readonly timers: Timers
}

/** Not every way back says that it was gone: where there is none, nothing happens. */
export const stepTimeoutMs = 1_000

/** One step at a time: the browser takes a moment for it, and a second press in that moment would lead a step further. */
export function createStepBack({ back, oncePopState: onceBack, timers }: StepBackOptions): () => void {
  let isUnderWay = false
  return () => {
    if (isUnderWay) return
    isUnderWay = true
    const isDone = () => {
      isUnderWay = false
      cancel()
    }
    const cancel = timers.after(stepTimeoutMs, isDone)
    onceBack(isDone)
    back()
  }
}
