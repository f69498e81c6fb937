import type { PoolClient } from '#server/storage/storage.ts'
import { createOutcomeRows } from '#server/verify/comparing/outcome-rows.ts'
import { reportMissing } from '#server/verify/comparing/row-findings.ts'
import {
  type OutcomeFound,
  readOutcomesAt,
  readOutcomesFrom,
} from '#server/verify/comparing/written-store.ts'
import type { Findings } from '#server/verify/finding.ts'
import type { AnswerWritten, Place, Placed } from '#server/verify/replay/written.ts'
import { firstDifference } from '#server/verify/same-data.ts'
import { areSameOrders } from '#server/verify/same-effects.ts'

/**
 * What is kept under keys. The journal does not name the key, so a row is told by whose it is and when it was decided. A row
 * that no command came to is nobody's; a refusal is only journalled with a key, so its row must be there for a day.
 */
export type OutcomeCheck = {
  readonly compare: (client: PoolClient, answers: readonly Placed<AnswerWritten>[]) => Promise<void>
  readonly finish: (client: PoolClient) => Promise<void>
  readonly count: () => number
}

export type OutcomeBounds = {
  /** Older ones are being forgotten. */
  readonly sinceMs: number
  /** From here on a row that must be kept must still be there. */
  readonly mustBeThereSinceMs: () => number
}

/** More than are ever decided in a millisecond. */
const mostUnsettled = 20_000
/** The last moment that can be counted. A table knows later ones, and one that is never over. */
const endOfTimeMs = 8.64e15

export function createOutcomeCheck(findings: Findings, bounds: OutcomeBounds): OutcomeCheck {
  const rows = createOutcomeRows(bounds.sinceMs, reportStranger)
  let unsettled: Placed<AnswerWritten>[] = []
  let count = 0

  function reportStranger({ userId, key }: Pick<OutcomeFound, 'userId' | 'key'>): void {
    const sentence = 'is what no command of this user at that moment came to'
    findings.add({ kind: 'extra_row', table: 'command_outcomes', row: key, userId, sentence })
  }
  async function settle(client: PoolClient, answers: readonly Placed<AnswerWritten>[]): Promise<void> {
    for (const { at, row } of answers) {
      const isKept = rows.take(row, (found) => isOutcome(row, found))
      if (isKept) count += 1
      else if (row.mustBeKept && row.timeMs > bounds.mustBeThereSinceMs()) await lookAgain(client, row, at)
    }
  }
  /** A clock that was put back lets a row come after those of its time were read. */
  async function lookAgain(client: PoolClient, answer: AnswerWritten, at: Place): Promise<void> {
    const { userId, timeMs } = answer
    const found = await readOutcomesAt(client, userId, timeMs)
    if (found.some((row) => isOutcome(answer, row))) count += 1
    else reportMissing(findings, { table: 'command_outcomes', row: 'of a refusal', userId, at })
  }
  return {
    // The next batch may have been decided in the same millisecond as the end of this one, and not be written yet.
    async compare(client, answers) {
      unsettled.push(...answers.filter(({ row }) => row.timeMs >= bounds.sinceMs))
      const latest = unsettled.reduce((ms, { row }) => Math.max(ms, row.timeMs), 0)
      const isEarlier = ({ row }: Placed<AnswerWritten>) =>
        row.timeMs < latest || unsettled.length > mostUnsettled
      const earlier = unsettled.filter(isEarlier)
      if (earlier.length === 0) return
      await rows.readBefore(client, latest)
      await settle(client, earlier)
      unsettled = unsettled.filter((one) => !isEarlier(one))
    },
    async finish(client) {
      await rows.readBefore(client, endOfTimeMs)
      await settle(client, unsettled)
      rows.reportLeft()
      for (const row of await readOutcomesFrom(client, endOfTimeMs)) reportStranger(row)
    },
    count: () => count,
  }
}

function isOutcome(
  { key, outcome }: AnswerWritten,
  { key: foundKey, outcome: found }: OutcomeFound,
): boolean {
  if (key !== undefined && key !== foundKey) return false
  if (outcome === undefined) return true
  const isPlain =
    outcome.kind === 'done' && found.kind === 'done' && isOrdersAlone(outcome) && isOrdersAlone(found)
  if (isPlain && areSameOrders(outcome.orders, found.orders)) return true
  return firstDifference(outcome, found) === undefined
}

/** Nothing besides the orders, so that comparing those is enough. */
function isOrdersAlone(outcome: OutcomeFound['outcome']): boolean {
  return !('valuedOn' in outcome || 'refusals' in outcome)
}
