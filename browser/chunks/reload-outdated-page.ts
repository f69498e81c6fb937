import { onPageOutdated } from '#browser/chunks/load-chunk.ts'
import { nowMs } from '#browser/platform/clock.ts'
import { browserStorage } from '#browser/storage/stored-text.ts'

const minIntervalMs = 60_000
const maxReloads = 3
const retryAfterMs = 1000

/**
 * Reloads the page when the server no longer has its code: a new version was deployed while the page was open. Reloads
 * at most once a minute, and only if storage works, so that it cannot loop. The app and the console share an origin, so
 * each has its own storage key.
 */
export function reloadWhenOutdated(storageKey: string): void {
  const storage = browserStorage()
  onPageOutdated(() => {
    const last = Number(storage?.getItem(storageKey) ?? 0)
    if (storage === undefined || nowMs() - last < minIntervalMs) return
    storage.setItem(storageKey, String(nowMs()))
    reload(maxReloads)
  })
}

/** A screen that goes back because its code is missing cancels a reload that has just begun, so it is repeated. */
function reload(attempts: number): void {
  location.reload()
  if (attempts > 1) setTimeout(() => reload(attempts - 1), retryAfterMs)
}
