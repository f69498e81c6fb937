import type { Entry } from '#server/engine/batch/entry.ts'
import type { KeptOutcome, OutcomeRecord } from '#server/engine/records.ts'

/** What came of a command under a key. As long as it has an entry it is not on disk yet. */
export type Memory = {
  readonly fingerprint: string
  readonly outcome: KeptOutcome
  readonly atMs: number
  entry: Entry | undefined
}

/** The keys of the last minutes. Older ones are read from the database before a command is queued. */
export type Remembered = {
  readonly find: (userId: number, key: string) => Memory | undefined
  readonly keep: (record: OutcomeRecord, entry: Entry | undefined) => Memory
  readonly load: (records: readonly OutcomeRecord[]) => void
  readonly forgetBefore: (ms: number) => void
}

/** No command waits nearly as long between being looked up in the database and being decided. */
export const rememberedMs = 600_000
/** Beyond it the oldest go first; the database still knows them. */
const mostRemembered = 100_000

export function createRemembered(): Remembered {
  const memories = new Map<string, Memory>()

  function keep(
    { userId, key, fingerprint, outcome, atMs }: OutcomeRecord,
    entry: Entry | undefined,
  ): Memory {
    const name = nameOf(userId, key)
    const memory = { fingerprint, outcome, atMs, entry }
    // Taken out first, so that the map stays in the order of time.
    memories.delete(name)
    memories.set(name, memory)
    if (memories.size > mostRemembered) forgetOldest()
    return memory
  }
  /** Never one that is not on disk: nobody else knows of it. */
  function forgetOldest(): void {
    for (const [name, { entry }] of memories) {
      if (entry !== undefined) continue
      memories.delete(name)
      return
    }
  }
  return {
    find: (userId, key) => memories.get(nameOf(userId, key)),
    keep,
    load(records) {
      memories.clear()
      for (const record of records) keep(record, undefined)
    },
    forgetBefore(ms) {
      for (const [name, { atMs, entry }] of memories) {
        if (atMs >= ms) return
        if (entry === undefined) memories.delete(name)
      }
    },
  }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`
}
