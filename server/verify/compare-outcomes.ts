import type { PoolClient } from '#server/storage/storage.ts'
import { areSameOrders, firstDifference } from '#server/verify/differences.ts'
import { type Findings, reportMissing } from '#server/verify/findings.ts'
import type { ExpectedOutcome, JournalPosition, Located } from '#server/verify/replayed-state.ts'
import {
  type OutcomeCursor,
  type OutcomeRow,
  readOutcomes,
  readOutcomesAt,
  readOutcomesFrom,
} from '#server/verify/tables-store.ts'

/**
 * Outcomes stored for idempotency keys. The journal does not name the key, so a row is matched by user and time. A row
 * without a matching command is unexpected. A refusal is journalled only with a key, so its row must exist for a day.
 */
type OutcomeCheck = {
  readonly compare: (client: PoolClient, outcomes: readonly Located<ExpectedOutcome>[]) => Promise<void>
  readonly finish: (client: PoolClient) => Promise<void>
  readonly count: () => number
}

type OutcomeBounds = {
  /** Older rows may be deleted at any time. */
  readonly sinceMs: number
  /** Required rows of this batch must still exist if they are later than this. */
  readonly requiredSinceMs: (seq: number) => number
}

/** More than the engine decides in a millisecond. */
const maxUnsettled = 20_000
/** Latest time of a JavaScript `Date`. PostgreSQL also stores later times and `infinity`. */
const endOfTimeMs = 8.64e15

export function createOutcomeCheck(findings: Findings, bounds: OutcomeBounds): OutcomeCheck {
  const rows = createOutcomeQueue(bounds.sinceMs, reportUnmatched)
  let unsettled: Located<ExpectedOutcome>[] = []
  let count = 0

  function reportUnmatched({ userId, key }: Pick<OutcomeRow, 'userId' | 'key'>): void {
    const message = 'matches no command of this user at that time'
    findings.add({ kind: 'extra_row', table: 'command_outcomes', row: key, userId, message })
  }
  async function settle(client: PoolClient, outcomes: readonly Located<ExpectedOutcome>[]): Promise<void> {
    for (const span of spansOf(outcomes.map(({ row }) => row.timeMs))) await rows.read(client, span)
    for (const { at, row } of outcomes) {
      const isKept = rows.take(row, (found) => isOutcome(row, found))
      if (isKept) count += 1
      else if (row.isRequired && row.timeMs > bounds.requiredSinceMs(at.seq)) await lookAgain(client, row, at)
    }
  }
  /** After the clock was set back, a row may appear after the rows of its time were read. */
  async function lookAgain(client: PoolClient, answer: ExpectedOutcome, at: JournalPosition): Promise<void> {
    const { userId, timeMs } = answer
    const found = await readOutcomesAt(client, userId, timeMs)
    if (found.some((row) => isOutcome(answer, row))) count += 1
    else reportMissing(findings, { table: 'command_outcomes', row: 'of a refusal', userId, at })
  }
  return {
    // The next batch may start in the same millisecond and not be written yet, so outcomes of the latest millisecond
    // are compared later.
    async compare(client, outcomes) {
      unsettled.push(...outcomes.filter(({ row }) => row.timeMs >= bounds.sinceMs))
      const latest = unsettled.reduce((ms, { row }) => Math.max(ms, row.timeMs), 0)
      const isEarlier = ({ row }: Located<ExpectedOutcome>) =>
        row.timeMs < latest || unsettled.length > maxUnsettled
      const earlier = unsettled.filter(isEarlier)
      await settle(client, earlier)
      unsettled = unsettled.filter((one) => !isEarlier(one))
    },
    async finish(client) {
      await settle(client, unsettled)
      await rows.finish(client)
      for (const row of await readOutcomesFrom(client, endOfTimeMs)) reportUnmatched(row)
    },
    count: () => count,
  }
}

function isOutcome(
  { key, outcome }: ExpectedOutcome,
  { key: foundKey, outcome: found }: OutcomeRow,
): boolean {
  if (key !== undefined && key !== foundKey) return false
  if (outcome === undefined) return true
  const isPlain =
    outcome.kind === 'done' && found.kind === 'done' && isOrdersAlone(outcome) && isOrdersAlone(found)
  if (isPlain && areSameOrders(outcome.orders, found.orders)) return true
  return firstDifference(outcome, found) === undefined
}

/** Whether the outcome has no fields besides its orders. */
function isOrdersAlone(outcome: OutcomeRow['outcome']): boolean {
  return !('valuedOn' in outcome || 'refusals' in outcome || 'rest' in outcome || 'isIncomplete' in outcome)
}

type UserTime = { readonly userId: number; readonly timeMs: number }

/** From `fromMs` on, before `toMs`. */
type Span = { readonly fromMs: number; readonly toMs: number }

/** Stored outcomes, queued until a journal entry matches them. */
type OutcomeQueue = {
  /** Reads the rows of this span that were not read before. */
  readonly read: (client: PoolClient, span: Span) => Promise<void>
  /** Removes the first matching row of this user and time. */
  readonly take: (userTime: UserTime, isIt: (row: OutcomeRow) => boolean) => boolean
  /** Reports the rows left, and all that were not read. */
  readonly finish: (client: PoolClient) => Promise<void>
}

const readAtOnce = 2000
/** Limit of unmatched rows. If times came twice, those of the second time stay queued. Beyond the limit all are reported. */
const maxQueued = 50_000
/** A longer time without a command is not read: if the clock was ahead, its outcomes belong to later batches. */
const joinedMs = 3_600_000

function spansOf(times: readonly number[]): readonly Span[] {
  const spans: Span[] = []
  for (const timeMs of times.toSorted((one, next) => one - next)) {
    const last = spans.at(-1)
    const isJoined = last !== undefined && timeMs < last.toMs + joinedMs
    if (isJoined) spans.pop()
    spans.push({ fromMs: isJoined ? last.fromMs : timeMs, toMs: timeMs + 1 })
  }
  return spans
}

function createOutcomeQueue(sinceMs: number, onUnmatched: (row: OutcomeRow) => void): OutcomeQueue {
  const waiting = new Map<string, OutcomeRow[]>()
  let waitingCount = 0
  let unread: readonly Span[] = [{ fromMs: sinceMs, toMs: endOfTimeMs }]

  function keep(row: OutcomeRow): void {
    const name = nameOf(row)
    const sameTime = waiting.get(name)
    if (sameTime === undefined) waiting.set(name, [row])
    else sameTime.push(row)
    waitingCount += 1
  }
  function reportLeft(): void {
    for (const rows of waiting.values()) rows.forEach(onUnmatched)
    waiting.clear()
    waitingCount = 0
  }
  async function readAll(client: PoolClient, { fromMs, toMs }: Span): Promise<void> {
    let last: OutcomeCursor = { timeMs: fromMs, userId: 0, key: '' }
    for (let read = readAtOnce; read === readAtOnce; ) {
      const rows = await readOutcomes(client, last, toMs, readAtOnce)
      for (const row of rows) keep(row)
      last = rows.at(-1) ?? last
      read = rows.length
      if (waitingCount > maxQueued) reportLeft()
    }
  }
  return {
    async read(client, { fromMs, toMs }) {
      const left: Span[] = []
      for (const span of unread) {
        if (span.toMs <= fromMs || span.fromMs >= toMs) {
          left.push(span)
          continue
        }
        // A short time before it is read, too, so that few spans are left.
        const startMs = fromMs - span.fromMs < joinedMs ? span.fromMs : fromMs
        const endMs = Math.min(toMs, span.toMs)
        await readAll(client, { fromMs: startMs, toMs: endMs })
        if (span.fromMs < startMs) left.push({ fromMs: span.fromMs, toMs: startMs })
        if (endMs < span.toMs) left.push({ fromMs: endMs, toMs: span.toMs })
      }
      unread = left
    },
    async finish(client) {
      for (const span of unread) await readAll(client, span)
      reportLeft()
    },
    take(userTime, isIt) {
      const name = nameOf(userTime)
      const rows = waiting.get(name) ?? []
      const at = rows.findIndex(isIt)
      if (at === -1) return false
      rows.splice(at, 1)
      if (rows.length === 0) waiting.delete(name)
      waitingCount -= 1
      return true
    },
  }
}

function nameOf({ userId, timeMs }: UserTime): string {
  return `${userId} ${timeMs}`
}
