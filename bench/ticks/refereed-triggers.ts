import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import type { CreateTriggers, Triggers } from '#server/engine/triggers/triggers.ts'

/**
 * Both kinds of triggers on one and the same state, so that they can take turns on the same quotes. On a quote of the plain ones
 * everybody they name is judged, and whoever something was done for must have been named by the armed ones as well.
 */
export type Referee = {
  readonly create: CreateTriggers
  /** The next quote is for the plain ones. */
  readonly beginPlain: () => void
  /** It was told: the armed ones hear what came of it. */
  readonly endPlain: () => void
  /** How many were judged since this was asked last. */
  readonly takeJudged: () => number
  /** For how many microseconds a quote of the plain ones was held up by asking the armed ones. */
  readonly heldUp: () => number
  /** Accounts for which something was done though the armed ones had not named them. */
  readonly missed: () => number
}

export function createReferee(): Referee {
  let armed: Triggers | undefined
  let isPlain = false
  /** Whom the armed ones have named on a quote of the plain ones. */
  let named = new Set<number>()
  /** Whom something was done for, on the newest quote. */
  let changed: number[] = []
  let heldUp = 0
  let judged = 0
  let missed = 0

  function create(parts: Parameters<CreateTriggers>[0]): Triggers {
    const own = createIndexedTriggers(parts)
    const plain = createScanTriggers(parts)
    armed = own
    function duePlainly(marketId: number, changedBefore: readonly number[]): Iterable<number> {
      const fromMs = performance.now()
      named = new Set(own.accountsToCheck(marketId))
      for (const userId of changedBefore) plain.markDirty(userId)
      heldUp = (performance.now() - fromMs) * 1000
      return plain.accountsToCheck(marketId)
    }
    return {
      ...own,
      orderUpserted(slot, order) {
        own.orderUpserted(slot, order)
        plain.orderUpserted(slot, order)
      },
      orderRemoved(slot, order) {
        own.orderRemoved(slot, order)
        plain.orderRemoved(slot, order)
      },
      watch(userId, isWaiting) {
        judged += 1
        if (!isPlain) own.watch(userId, isWaiting)
      },
      markDirty(userId) {
        judged += 1
        changed.push(userId)
        if (!isPlain) own.markDirty(userId)
      },
      accountsToCheck(marketId) {
        const changedBefore = changed
        changed = []
        return isPlain ? duePlainly(marketId, changedBefore) : own.accountsToCheck(marketId)
      },
    }
  }
  return {
    create,
    beginPlain() {
      isPlain = true
    },
    endPlain() {
      isPlain = false
      for (const userId of changed) {
        if (!named.delete(userId)) missed += 1
        armed?.markDirty(userId)
      }
      for (const userId of named) armed?.watch(userId, {})
    },
    takeJudged() {
      const count = judged
      judged = 0
      return count
    },
    heldUp: () => heldUp,
    missed: () => missed,
  }
}
