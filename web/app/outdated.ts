import { nowMs } from '#web/platform/clock.ts'

const name = 'openlot.reloaded_at'
const atMostEveryMs = 60_000

/**
 * A chunk that is gone means that a newer version was put in place while this page was open. Loading the page again
 * brings it; once a minute at most, so that a broken network does not reload for ever.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(name) ?? 0)
    if (!navigator.onLine || nowMs() - last < atMostEveryMs) return
    event.preventDefault()
    sessionStorage.setItem(name, String(nowMs()))
    location.reload()
  })
}
