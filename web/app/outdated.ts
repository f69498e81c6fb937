import { nowMs } from '#web/platform/clock.ts'
import { browserStorage } from '#web/stores/stored-text.ts'

const name = 'openlot.reloaded_at'
const atMostEveryMs = 60_000

/**
 * A chunk that is gone means that a newer version was put in place while this page was open. Loading the page again
 * brings it; once a minute at most, and only where that can be remembered, so that it does not reload for ever.
 */
export function reloadWhenOutdated(): void {
  const storage = browserStorage()
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(storage?.getItem(name) ?? 0)
    if (storage === undefined || !navigator.onLine || nowMs() - last < atMostEveryMs) return
    event.preventDefault()
    storage.setItem(name, String(nowMs()))
    location.reload()
  })
}
