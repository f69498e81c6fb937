import type { Entry } from '#server/engine/batch/entry.ts'
import { createRecentMap } from '#server/engine/memory/recent-map.ts'
import type { KeyRecord } from '#server/engine/records.ts'

/**
 * That a key was used. As long as it has an entry, what came of it is not on disk yet; later it is only there: all of it in memory would be
 * millions of small things, and the collector of garbage goes through every one of them while orders wait.
 */
export type Memory = {
  readonly fingerprint: string
  readonly atMs: number
  entry: Entry | undefined
}

/** The keys of the last minutes. Older ones are read from the database before a command is queued. */
export type Remembered = {
  readonly find: (userId: number, key: string) => Memory | undefined
  readonly keep: (record: KeyRecord, entry: Entry | undefined) => Memory
  readonly load: (records: readonly KeyRecord[]) => void
  readonly forgetBefore: (ms: number) => void
}

/** No command waits nearly as long between being looked up in the database and being decided. */
export const rememberedMs = 600_000
/** The database still knows those beyond it. */
const mostRemembered = 100_000

export function createRemembered(): Remembered {
  // Never one that is not on disk: nobody else knows of it.
  const memories = createRecentMap<string, Memory>(mostRemembered, ({ entry }) => entry === undefined)

  function keep({ userId, key, fingerprint, atMs }: KeyRecord, entry: Entry | undefined): Memory {
    const memory = { fingerprint, atMs, entry }
    memories.set(nameOf(userId, key), memory)
    return memory
  }
  return {
    find: (userId, key) => memories.get(nameOf(userId, key)),
    keep,
    load(records) {
      memories.clear()
      for (const record of records) keep(record, undefined)
    },
    forgetBefore: (ms) => memories.forgetWhile(({ atMs }) => atMs < ms),
  }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`
}
