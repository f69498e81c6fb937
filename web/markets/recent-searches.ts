import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { maxSearchLength } from '#web/calls/market.ts'

export const recentSearchesStorageKey = 'openlot.recent_searches'
export const maxRecentSearches = 8

export type RecentSearches = ReadableStore<readonly string[]> & {
  /** Adds the text as the first entry. Replaces an entry that differs only in case. */
  readonly add: (text: string) => void
  readonly remove: (text: string) => void
  readonly clear: () => void
}

/** Recent searches on this device, newest first. */
export function createRecentSearches(stored: StoredText): RecentSearches {
  const recent = createValueStore(parseRecent(stored.read()))
  const save = (next: readonly string[]) => {
    stored.write(next.length === 0 ? undefined : JSON.stringify(next))
    recent.set(next)
  }
  const without = (text: string) =>
    recent.getSnapshot().filter((one) => one.toLowerCase() !== text.toLowerCase())
  return {
    getSnapshot: recent.getSnapshot,
    subscribe: recent.subscribe,
    add(typed) {
      const text = typed.trim().slice(0, maxSearchLength)
      if (text !== '') save([text, ...without(text)].slice(0, maxRecentSearches))
    },
    remove: (text) => save(without(text)),
    clear: () => save([]),
  }
}

/** Validates stored text: another version of the app may have written it. */
function parseRecent(text: string | undefined): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(parsed)) return []
    const searches = parsed.filter((one): one is string => typeof one === 'string' && one !== '')
    return searches.map((one) => one.slice(0, maxSearchLength)).slice(0, maxRecentSearches)
  } catch {
    return []
  }
}
