import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

/** The status that the user has last seen of each record, so that a change is told once. */
export type SeenStatuses = {
  /** Remembers the statuses. Returns the records whose status differs from the one seen before. */
  readonly see: <Item extends StatusRecord>(of: SeenList, records: readonly Item[]) => readonly Item[]
}

export type StatusRecord = { readonly id: number; readonly status: number }

export type SeenList = { readonly userId: number; readonly list: 'deposit' | 'withdrawal' }

export const seenStorageKey = 'openlot.funds_seen'

/** Enough for the first pages of all lists. Beyond it the records seen longest ago are dropped. */
const maxSeen = 200
const maxTextLength = 20_000

/** The storage is shared by all tabs: a change told in one is not told in another. */
export function createSeenStatuses(stored: StoredText): SeenStatuses {
  return {
    see({ userId, list }, records) {
      const before = readSeen(stored.read() ?? '')
      const nameOf = ({ id }: StatusRecord) => `${userId}.${list}.${id}`
      const changed = records.filter((record) => {
        const known = before.get(nameOf(record))
        return known !== undefined && known !== record.status
      })
      const next = new Map(before)
      for (const record of records) {
        next.delete(nameOf(record))
        next.set(nameOf(record), record.status)
      }
      const text = JSON.stringify(Object.fromEntries([...next].slice(-maxSeen)))
      if (text !== stored.read()) stored.write(text)
      return changed
    },
  }
}

function readSeen(text: string): ReadonlyMap<string, number> {
  const parsed = (text.length <= maxTextLength ? parseRecord(text) : undefined) ?? {}
  const entries = isRecord(parsed) ? Object.entries(parsed) : []
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}
