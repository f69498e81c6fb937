import type { PoolClient } from '#server/storage/storage.ts'
import { areSameOrders, firstDifference } from '#server/verify/differences.ts'
import { type Findings, reportMissing } from '#server/verify/findings.ts'
import type { AnswerWritten, Place, Placed } from '#server/verify/replayed-state.ts'
import {
  type OutcomeFound,
  type OutcomeMark,
  readOutcomes,
  readOutcomesAt,
  readOutcomesFrom,
} from '#server/verify/tables-store.ts'

/**
 * What is kept under keys. The journal does not name the key, so a row is told by whose it is and when it was decided. A row
 * that no command came to is nobody's; a refusal is only journalled with a key, so its row must be there for a day.
 */
type OutcomeCheck = {
  readonly compare: (client: PoolClient, answers: readonly Placed<AnswerWritten>[]) => Promise<void>
  readonly finish: (client: PoolClient) => Promise<void>
  readonly count: () => number
}

type OutcomeBounds = {
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

type Moment = { readonly userId: number; readonly timeMs: number }

/** What is kept under keys, in the order of time, until something comes to it. */
type OutcomeRows = {
  /** Reads on, up to this moment and without it. */
  readonly readBefore: (client: PoolClient, ms: number) => Promise<void>
  /** Takes one out that is of this user at this moment, and is it. */
  readonly take: (moment: Moment, isIt: (row: OutcomeFound) => boolean) => boolean
  readonly reportLeft: () => void
}

const readAtOnce = 2000
/** Rows that nothing has come to yet: a clock that was put back lets some of them wait. Beyond it they are nobody's. */
const maxQueued = 50_000

function createOutcomeRows(sinceMs: number, onStranger: (row: OutcomeFound) => void): OutcomeRows {
  const waiting = new Map<string, OutcomeFound[]>()
  let waitingCount = 0
  let last: OutcomeMark = { timeMs: sinceMs, userId: 0, key: '' }

  function keep(row: OutcomeFound): void {
    const name = nameOf(row)
    const sameMoment = waiting.get(name)
    if (sameMoment === undefined) waiting.set(name, [row])
    else sameMoment.push(row)
    waitingCount += 1
  }
  function reportLeft(): void {
    for (const rows of waiting.values()) rows.forEach(onStranger)
    waiting.clear()
    waitingCount = 0
  }
  return {
    async readBefore(client, ms) {
      for (let read = readAtOnce; read === readAtOnce; ) {
        const rows = await readOutcomes(client, last, ms, readAtOnce)
        for (const row of rows) keep(row)
        last = rows.at(-1) ?? last
        read = rows.length
        if (waitingCount > maxQueued) reportLeft()
      }
    },
    take(moment, isIt) {
      const name = nameOf(moment)
      const rows = waiting.get(name) ?? []
      const at = rows.findIndex(isIt)
      if (at === -1) return false
      rows.splice(at, 1)
      if (rows.length === 0) waiting.delete(name)
      waitingCount -= 1
      return true
    },
    reportLeft,
  }
}

function nameOf({ userId, timeMs }: Moment): string {
  return `${userId} ${timeMs}`
}
