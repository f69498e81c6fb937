// Asks the engine again about decisions of one operator that it did not answer, because the process or the connection
// ended before it did.
import { readUnderWay } from '#server/funds/review/deposit-review-store.ts'
import { type DecisionParts, settleDecision } from '#server/funds/review/review-deposits.ts'

/** Longer than a decision waits for the engine, so that one that is being made is left alone. */
const answeredWithinMs = 30_000
const decisionsPerRun = 20

/** Returns the function that carries out the decisions that are due. */
export function createDecisionSweep(parts: DecisionParts): () => Promise<void> {
  /** Each run continues after the last one, so that one deposit does not hold up the others. */
  let afterId = 0
  return async () => {
    const until = new Date(parts.clock.now() - answeredWithinMs)
    const due = await readUnderWay(parts.pool, { until, afterId, limit: decisionsPerRun })
    for (const deposit of due) {
      afterId = deposit.id
      const { kind } = await settleDecision(parts, deposit, { isRepeat: true })
      // The engine hardly answers the next one either, and each waits for seconds.
      if (kind === 'unknown') return
    }
    if (due.length < decisionsPerRun) afterId = 0
  }
}
