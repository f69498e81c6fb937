import type { Entry } from '#server/engine/batch/entry.ts'
import type { KeptOutcome, OutcomeRecord } from '#server/engine/records.ts'

/** What came of a command under a key. With an entry it may not be on disk yet: the entry knows. */
export type Memory = {
  readonly fingerprint: string
  readonly outcome: KeptOutcome
  readonly atMs: number
  readonly entry: Entry | undefined
}

/** The keys of the last minutes. Older ones are read from the database before a command is queued. */
export type Remembered = {
  readonly find: (userId: number, key: string) => Memory | undefined
  readonly keep: (record: OutcomeRecord, entry: Entry | undefined) => void
  readonly load: (records: readonly OutcomeRecord[]) => void
  readonly forgetBefore: (ms: number) => void
}

/** No command waits nearly as long between being looked up in the database and being decided. */
export const rememberedMs = 600_000
/** Beyond it the oldest go first; the database still knows them. */
const mostRemembered = 500_000

export function createRemembered(): Remembered {
  const memories = new Map<string, Memory>()

  function keep({ userId, key, fingerprint, outcome, atMs }: OutcomeRecord, entry: Entry | undefined): void {
    const name = nameOf(userId, key)
    // Taken out first, so that the map stays in the order of time.
    memories.delete(name)
    memories.set(name, { fingerprint, outcome, atMs, entry })
    if (memories.size > mostRemembered) forgetOldest()
  }
  function forgetOldest(): void {
    for (const name of memories.keys()) {
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
      for (const [name, { atMs }] of memories) {
        if (atMs >= ms) return
        memories.delete(name)
      }
    },
  }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`
}
