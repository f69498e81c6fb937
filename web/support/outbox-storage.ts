import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { TextStorage } from '#browser/storage/stored-text.ts'
import type { SupportPicture } from '#contract/calls/support.ts'
import { supportLimits } from '#core/support/support.ts'
import { outboxKeyPrefix } from '#web/support/storage-keys.ts'

/** A message that the server has not answered yet, or has refused. */
export type OutboxItem = {
  /** The idempotency key it is sent with, always the same. */
  readonly key: string
  /** `ownerKey` of its owner. */
  readonly owner: string
  readonly text: string
  readonly images: readonly SupportPicture[]
  readonly orderId: number | null
  /** Number of the newest message at the tap on "Send". The message itself gets a higher one. */
  readonly after: number
  /** Device time of the tap on "Send". */
  readonly sentAtMs: number
  /** The server's reason for refusing it, in the language of that time. */
  readonly problem: string | null
}

/** Messages of all owners, shared by all tabs of the browser, in the order they were sent. */
export type OutboxStorage = {
  readonly all: () => readonly OutboxItem[]
  readonly save: (item: OutboxItem) => void
  readonly remove: (key: string) => void
}

/** The limit for all owners together. Beyond it the oldest messages are dropped. */
export const maxStoredItems = 200
/** Enough for the longest text, escaped. */
const maxItemLength = 20_000

export function createOutboxStorage(storage: TextStorage | undefined): OutboxStorage {
  /** Messages that the storage refused, as in a private window. They last as long as the page. */
  const unstored = new Map<string, OutboxItem>()

  function read(name: string): OutboxItem | undefined {
    const item = parseItem(storage?.getItem(name) ?? '')
    if (item !== undefined && name === outboxKeyPrefix + item.key) return item
    storage?.removeItem(name)
    return undefined
  }
  function stored(): readonly OutboxItem[] {
    try {
      const names = Object.keys(storage ?? {}).filter((name) => name.startsWith(outboxKeyPrefix))
      return names.flatMap((name) => read(name) ?? [])
    } catch {
      // Storage that throws counts as empty.
      return []
    }
  }
  function all(): readonly OutboxItem[] {
    return [...stored(), ...unstored.values()].toSorted(
      (one, other) => one.sentAtMs - other.sentAtMs || (one.key < other.key ? -1 : 1),
    )
  }
  function remove(key: string): void {
    unstored.delete(key)
    try {
      storage?.removeItem(outboxKeyPrefix + key)
    } catch {
      // Storage that throws has nothing to remove.
    }
  }
  return {
    all,
    remove,
    save(item) {
      const others = all().filter(({ key }) => key !== item.key)
      for (const { key } of others.slice(0, -(maxStoredItems - 1))) remove(key)
      unstored.delete(item.key)
      try {
        if (storage === undefined) unstored.set(item.key, item)
        else storage.setItem(outboxKeyPrefix + item.key, JSON.stringify(item))
      } catch {
        unstored.set(item.key, item)
      }
    },
  }
}

/** Undefined for text that this app did not write, or that was cut short. */
function parseItem(text: string): OutboxItem | undefined {
  const parsed = (text.length <= maxItemLength ? parseRecord(text) : undefined) ?? {}
  const { key, owner, text: said, images, orderId, after, sentAtMs, problem = null } = parsed
  if (typeof key !== 'string' || !/^[\w.:-]{8,128}$/.test(key) || typeof owner !== 'string') return undefined
  if (typeof said !== 'string' || !Array.isArray(images) || !images.every(isPicture)) return undefined
  if (images.length > supportLimits.pictures || !isCount(after) || !isCount(sentAtMs)) return undefined
  if (!(orderId === null || isCount(orderId)) || !(problem === null || typeof problem === 'string'))
    return undefined
  return { key, owner, text: said, images, orderId, after, sentAtMs, problem }
}

function isPicture(value: unknown): value is SupportPicture {
  if (!isRecord(value)) return false
  const { name, width, height } = value
  return typeof name === 'string' && /^[0-9a-f]{32}$/.test(name) && isCount(width) && isCount(height)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
