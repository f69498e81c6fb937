import { nowMs } from '#browser/platform/clock.ts'
import { browserStorage, type TextStorage } from '#browser/storage/stored-text.ts'

const storageKey = 'openlot.reloaded_at'
const minIntervalMs = 60_000

/**
 * Reloads the page when a chunk is missing: a new version was deployed while the page was open. Reloads at most once a
 * minute, and only if storage works, so that it cannot loop. Never reloads while the server is unreachable, which would
 * lose the page.
 */
export function reloadWhenOutdated(): void {
  const storage = browserStorage()
  window.addEventListener('vite:preloadError', () => {
    const last = Number(storage?.getItem(storageKey) ?? 0)
    if (storage !== undefined && nowMs() - last >= minIntervalMs) void reloadIfReachable(storage)
  })
}

async function reloadIfReachable(storage: TextStorage): Promise<void> {
  const isReachable = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isReachable) return
  storage.setItem(storageKey, String(nowMs()))
  location.reload()
}
