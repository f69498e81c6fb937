import type { Waiting } from '#server/engine/asking/waiting.ts'
import type { Batch } from '#server/engine/batch/batch.ts'
import type { Decider } from '#server/engine/deciding/decider.ts'
import type { Frozen } from '#server/engine/memory/frozen.ts'
import type { Remembered } from '#server/engine/memory/remembered.ts'
import { burnedFingerprint } from '#server/engine/records.ts'

export type TakingParts = {
  readonly remembered: Remembered
  readonly decider: Decider
  readonly frozen: Frozen
  /** Told of every account for which something was decided. */
  readonly note: (userId: number) => void
}

/** Decides what somebody asked, unless it was decided before under the same key, or nobody waits for it any more. */
export function createTaking({ remembered, decider, frozen, note }: TakingParts) {
  /** It hears what came of the first as soon as that is on disk, or that it is there already. */
  function answerRepeat(waiting: Waiting): boolean {
    const { asker, key } = waiting
    const known = key === undefined ? undefined : remembered.find(asker.userId, key.key)
    if (known === undefined) return false
    waiting.isDecided = true
    // The outcome of a key is answered whatever command it was used for. A burned key is refused for every command.
    const isAnswered = waiting.command.kind === 'burn_key' || known.fingerprint === burnedFingerprint
    if (!isAnswered && known.fingerprint !== key?.fingerprint) waiting.settle({ kind: 'mismatch' })
    else if (known.entry === undefined) waiting.settle({ kind: 'written' })
    else known.entry.waiting.push(waiting)
    return true
  }
  return function take(waiting: Waiting, batch: Batch): void {
    const { userId } = waiting.asker
    if (waiting.isSettled() || answerRepeat(waiting)) return
    if (frozen.has(userId) && waiting.command.kind !== 'burn_key') {
      waiting.settle({ kind: 'frozen' })
      return
    }
    try {
      decider.take(waiting, batch)
      note(userId)
    } catch (fault) {
      frozen.freeze(userId, fault)
      waiting.settle({ kind: 'fault' })
    }
  }
}
