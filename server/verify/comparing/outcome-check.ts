import type { PoolClient } from '#server/storage/storage.ts'
import { reportMissing } from '#server/verify/comparing/row-findings.ts'
import { type OutcomeFound, readOutcomes } from '#server/verify/comparing/written-store.ts'
import type { Findings } from '#server/verify/finding.ts'
import type { AnswerWritten, Placed } from '#server/verify/replay/written.ts'
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

const readAtOnce = 2000
/** Rows that nothing has come to yet: a clock that was put back lets some of them wait. Beyond it they are nobody's. */
const mostWaiting = 20_000
const endOfTimeMs = 8.64e15

export function createOutcomeCheck(findings: Findings, bounds: OutcomeBounds): OutcomeCheck {
  const waiting = new Map<string, OutcomeFound[]>()
  let waitingCount = 0
  let last: Pick<OutcomeFound, 'timeMs' | 'userId' | 'key'> = { timeMs: bounds.sinceMs, userId: 0, key: '' }
  let count = 0

  async function readUpTo(client: PoolClient, ms: number): Promise<void> {
    while (ms >= last.timeMs) {
      const rows = await readOutcomes(client, last, ms, readAtOnce)
      for (const row of rows) {
        const name = nameOf(row)
        const sameMoment = waiting.get(name)
        if (sameMoment === undefined) waiting.set(name, [row])
        else sameMoment.push(row)
      }
      waitingCount += rows.length
      last = rows.at(-1) ?? last
      if (waitingCount > mostWaiting) reportWaiting()
      if (rows.length < readAtOnce) break
    }
  }
  function take(answer: AnswerWritten): OutcomeFound | undefined {
    const rows = waiting.get(nameOf(answer)) ?? []
    const at = rows.findIndex((row) => isOutcome(answer, row))
    if (at === -1) return undefined
    waitingCount -= 1
    count += 1
    const [row] = rows.splice(at, 1)
    if (rows.length === 0) waiting.delete(nameOf(answer))
    return row
  }
  function reportWaiting(): void {
    const sentence = 'is what no command of this user at that moment came to'
    for (const { userId, key } of [...waiting.values()].flat())
      findings.add({ kind: 'extra_row', table: 'command_outcomes', row: key, userId, sentence })
    waiting.clear()
    waitingCount = 0
  }
  return {
    async compare(client, answers) {
      const recent = answers.filter(({ row }) => row.timeMs > bounds.sinceMs)
      if (recent.length === 0) return
      await readUpTo(
        client,
        recent.reduce((latest, { row }) => Math.max(latest, row.timeMs), 0),
      )
      for (const { at, row } of recent) {
        const isFound = take(row) !== undefined
        if (!isFound && row.mustBeKept && row.timeMs > bounds.mustBeThereSinceMs())
          reportMissing(findings, {
            table: 'command_outcomes',
            row: 'that of a refusal',
            userId: row.userId,
            at,
          })
      }
    },
    async finish(client) {
      await readUpTo(client, endOfTimeMs)
      reportWaiting()
    },
    count: () => count,
  }
}

function isOutcome({ outcome }: AnswerWritten, { outcome: found }: OutcomeFound): boolean {
  if (outcome === undefined) return true
  const isPlain =
    outcome.kind === 'done' && found.kind === 'done' && !('valuedOn' in outcome || 'valuedOn' in found)
  if (isPlain && areSameOrders(outcome.orders, found.orders)) return true
  return firstDifference(outcome, found) === undefined
}

function nameOf({ userId, timeMs }: Pick<AnswerWritten, 'userId' | 'timeMs'>): string {
  return `${userId} ${timeMs}`
}
