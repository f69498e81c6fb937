import { parseRecord } from '#browser/platform/parse-record.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

export type KeptByKey<Value> = ReadableStore<Readonly<Record<string, Value>>> & {
  /** Undefined removes it. */
  readonly set: (key: string, value: Value | undefined) => void
}

/** An operator who signs in after another one in the same tab gets their own values only. */
export function operatorKey(operatorId: number, recordId: number): string {
  return `${operatorId}:${recordId}`
}

export function isKeyOf(operatorId: number, key: string): boolean {
  return key.startsWith(`${operatorId}:`)
}

/**
 * What was typed, by key of an operator and a record. It outlives the screen, the session and a reload. If the storage
 * is full, it lasts as long as the page. `readValue` reads a stored value: the storage may hold anything.
 */
export function createKeptByKey<Value>(
  stored: StoredText,
  readValue: (value: unknown) => Value | undefined,
): KeptByKey<Value> {
  const all = createValueStore(readStored(stored.read(), readValue))
  return {
    getSnapshot: all.getSnapshot,
    subscribe: all.subscribe,
    set(key, value) {
      const { [key]: _before, ...others } = all.getSnapshot()
      const next = value === undefined ? others : { ...others, [key]: value }
      all.set(next)
      stored.write(Object.keys(next).length === 0 ? undefined : JSON.stringify(next))
    },
  }
}

function readStored<Value>(
  text: string | undefined,
  readValue: (value: unknown) => Value | undefined,
): Readonly<Record<string, Value>> {
  const entries = Object.entries(parseRecord(text ?? '') ?? {}).flatMap(([key, stored]) => {
    const value = readValue(stored)
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}
