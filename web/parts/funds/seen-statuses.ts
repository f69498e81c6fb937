import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

/** The status that the user has last seen of each record, so that a change is told once on this device. */
export type SeenStatuses = {
  /**
   * Remembers the statuses. Returns the items that have changed since the user's last visit on this device, and those
   * that were added since then. Returns nothing at the first visit.
   */
  readonly see: <Item extends SeenItem>(userId: number, items: readonly Item[]) => readonly Item[]
}

export type SeenItem = {
  readonly list: 'deposit' | 'withdrawal' | 'adjustment'
  readonly id: number
  readonly status: number
  /** Server time of its last change. */
  readonly changedAtMs: number
}

export const seenStorageKey = 'openlot.funds_seen'

/** Enough for the first pages of all lists of some users. Beyond it the items seen longest ago are dropped. */
const maxSeen = 600
const maxTextLength = 60_000

/** A change may be committed this much later than another one with a newer time. */
const commitDelayMs = 60_000

/** The storage is shared by all tabs: a change told in one is not told in another. */
export function createSeenStatuses(stored: StoredText): SeenStatuses {
  return {
    see(userId, items) {
      const before = readSeen(stored.read() ?? '')
      const nameOf = ({ list, id }: SeenItem) => `${userId}.${list}.${id}`
      // Time of the newest change that this device has seen of the user.
      const timeName = `${userId}.to`
      const seenToMs = before.get(timeName)
      const isNews = (item: SeenItem) => {
        const known = before.get(nameOf(item))
        if (known !== undefined) return known !== item.status
        return seenToMs !== undefined && item.changedAtMs > seenToMs - commitDelayMs
      }
      const next = new Map(before)
      const remember = (name: string, value: number) => {
        next.delete(name)
        next.set(name, value)
      }
      for (const item of items) remember(nameOf(item), item.status)
      remember(timeName, Math.max(seenToMs ?? 0, ...items.map(({ changedAtMs }) => changedAtMs)))
      const text = JSON.stringify(Object.fromEntries([...next].slice(-maxSeen)))
      if (text !== stored.read()) stored.write(text)
      return items.filter(isNews)
    },
  }
}

function readSeen(text: string): ReadonlyMap<string, number> {
  const parsed = (text.length <= maxTextLength ? parseRecord(text) : undefined) ?? {}
  const entries = isRecord(parsed) ? Object.entries(parsed) : []
  return new Map(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])))
}
