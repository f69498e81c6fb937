import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'

/** The newest announcement that was opened or dismissed in this browser. Its banner is not shown again. */
export type AnnouncementSeen = ReadableStore<number> & { readonly see: (edition: number) => void }

const storageKey = 'openlot.announcement_seen'

/** For `late.once`. */
export function createAnnouncementSeen(): AnnouncementSeen {
  const stored = storedText(browserStorage(), storageKey)
  const read = () => Number(stored.read() ?? 0) || 0
  const seen = createValueStore(read())
  window.addEventListener('storage', ({ key }) => {
    // Another tab. The key is null when the whole storage was cleared.
    if (key === storageKey || key === null) seen.set(read())
  })
  return {
    getSnapshot: seen.getSnapshot,
    subscribe: seen.subscribe,
    see(edition) {
      if (edition <= read()) return seen.set(read())
      stored.write(String(edition))
      seen.set(edition)
    },
  }
}
