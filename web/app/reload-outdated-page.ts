import { nowMs } from '#web/platform/clock.ts'
import { browserStorage, type TextStorage } from '#web/stores/stored-text.ts'

const name = 'openlot.reloaded_at'
const atMostEveryMs = 60_000

/**
 * A chunk that is gone while the server answers means that a newer version was put in place while this page was open.
 * Loading the page again brings it; once a minute at most, and only where that can be remembered, so that it does not reload
 * for ever. Where nothing answers, loading would leave people with no page at all.
 */
export function reloadWhenOutdated(): void {
  const storage = browserStorage()
  window.addEventListener('vite:preloadError', () => {
    const last = Number(storage?.getItem(name) ?? 0)
    if (storage !== undefined && nowMs() - last >= atMostEveryMs) void reloadWhereAnswered(storage)
  })
}

async function reloadWhereAnswered(storage: TextStorage): Promise<void> {
  const isAnswered = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isAnswered) return
  storage.setItem(name, String(nowMs()))
  location.reload()
}
