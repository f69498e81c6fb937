import type { Command } from '#core/decision/command.ts'
import { createRecentMap } from '#server/engine/memory/recent-map.ts'
import type { MovementRecord } from '#server/engine/records.ts'

/**
 * Deposits and withdrawals of the last minutes. One that was looked up in the database before another with the same
 * reference was decided would not know of it: here it is found.
 */
export type RecentMovements = {
  readonly load: (records: readonly MovementRecord[]) => void
  readonly keep: (record: MovementRecord) => void
  /** The command with what is known by now. */
  readonly informed: (command: Command) => Command
  readonly forgetBefore: (ms: number) => void
}

/** Half of it is far more than are decided within the few seconds that a command may wait. */
const mostKept = 100_000

export function createRecentMovements(): RecentMovements {
  const recent = createRecentMap<string, MovementRecord>(mostKept)

  function keep(record: MovementRecord): void {
    recent.set(record.reference, record)
  }
  return {
    load(records) {
      recent.clear()
      for (const record of records) keep(record)
    },
    keep,
    informed(command) {
      if (!('reference' in command)) return command
      const known = recent.get(command.reference)
      if (known === undefined) return command
      const isOthers = known.userId !== command.userId
      return command.kind === 'finish_withdrawal' && isOthers
        ? { ...command, known: null }
        : { ...command, known }
    },
    forgetBefore: (ms) => recent.forgetWhile(({ atMs }) => atMs < ms),
  }
}
