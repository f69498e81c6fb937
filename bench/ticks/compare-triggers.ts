import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import type { CreateTriggers, Triggers } from '#server/engine/triggers/triggers.ts'

/**
 * Runs indexed and scan triggers on the same state, so that either can handle the next quote. After each quote of the
 * scan triggers it checks that the indexed triggers also selected every account that changed.
 */
export type TriggerComparison = {
  readonly create: CreateTriggers
  /** Sends the next quote to the scan triggers. */
  readonly beginScan: () => void
  /** Call after a quote of the scan triggers. Passes the results of that quote to the indexed triggers. */
  readonly endScan: () => void
  /** Number of evaluated accounts since the last call. */
  readonly takeEvaluated: () => number
  /** Time that the check added to the last quote of the scan triggers. */
  readonly overheadMicros: () => number
  /** Number of changed accounts that the indexed triggers had not selected. */
  readonly missed: () => number
}

export function createTriggerComparison(): TriggerComparison {
  let indexed: Triggers | undefined
  let isScan = false
  /** Accounts that the indexed triggers selected on a quote of the scan triggers. */
  let selected = new Set<number>()
  /** Accounts that changed on the latest quote. */
  let changed: number[] = []
  let overheadMicros = 0
  let evaluated = 0
  let missed = 0

  function create(parts: Parameters<CreateTriggers>[0]): Triggers {
    const own = createIndexedTriggers(parts)
    const scan = createScanTriggers(parts)
    indexed = own
    function scanAccounts(marketId: number, changedBefore: readonly number[]): Iterable<number> {
      const fromMs = performance.now()
      selected = new Set(own.accountsToCheck(marketId))
      for (const userId of changedBefore) scan.markDirty(userId)
      overheadMicros = (performance.now() - fromMs) * 1000
      return scan.accountsToCheck(marketId)
    }
    return {
      ...own,
      orderUpserted(slot, order) {
        own.orderUpserted(slot, order)
        scan.orderUpserted(slot, order)
      },
      accountRemoved(userId) {
        own.accountRemoved(userId)
        scan.accountRemoved(userId)
      },
      orderRemoved(slot, order) {
        own.orderRemoved(slot, order)
        scan.orderRemoved(slot, order)
      },
      watch(userId, waits) {
        evaluated += 1
        if (!isScan) own.watch(userId, waits)
      },
      markDirty(userId) {
        evaluated += 1
        changed.push(userId)
        if (!isScan) own.markDirty(userId)
      },
      accountsToCheck(marketId) {
        const changedBefore = changed
        changed = []
        return isScan ? scanAccounts(marketId, changedBefore) : own.accountsToCheck(marketId)
      },
    }
  }
  return {
    create,
    beginScan() {
      isScan = true
    },
    endScan() {
      isScan = false
      for (const userId of changed) {
        if (!selected.delete(userId)) missed += 1
        indexed?.markDirty(userId)
      }
      for (const userId of selected) indexed?.watch(userId, {})
    },
    takeEvaluated() {
      const count = evaluated
      evaluated = 0
      return count
    },
    overheadMicros: () => overheadMicros,
    missed: () => missed,
  }
}
