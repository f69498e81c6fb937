import { isDeepStrictEqual } from 'node:util'
import { unpackEntries } from '#server/engine/journal/journal.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { summaryOf, verify } from '#server/verify/verify.ts'
import { judgeCommands } from '#test/crash/checks/check-commands.ts'
import { judgeFigures } from '#test/crash/checks/check-figures.ts'
import { judgeJournal, judgeLedger } from '#test/crash/checks/check-journal.ts'
import { judgeKeys } from '#test/crash/checks/check-keys.ts'
import { judgeAnswers, judgeEffects } from '#test/crash/checks/check-orders.ts'
import type { Facts } from '#test/crash/checks/database-state.ts'
import { callForKey, type KeyCall, type KeyCallParts, type Note } from '#test/crash/load/key-log.ts'
import type { Trader } from '#test/crash/load/trader.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

type CheckParts = RetryParts & { readonly machine: Machine; readonly traders: readonly Trader[] }

/** Everything that must hold once nothing moves any more. Says what does not; each of the given keys is sent again. */
export async function checkMachine(parts: CheckParts, retried: readonly Note[]): Promise<readonly string[]> {
  const { machine, client, notebook, traders } = parts
  const before = await machine.readFacts()
  const notes = notebook.notes()
  const problems = [...judgeKeys(before, notes), ...judgeAnswers(before, notes)]
  problems.push(...(await retryNotes(parts, machine.address(), retried, eitherWay)))
  problems.push(...(await retryNotes(parts, machine.address(), retried, bothWays)))
  const facts = await machine.readFacts()
  const entries = facts.journal.flatMap(({ packed }) => unpackEntries(Buffer.from(packed, 'hex')))
  return [
    ...problems,
    ...judgeJournal(facts),
    ...judgeLedger(facts),
    ...judgeKeys(facts, notes),
    ...judgeAnswers(facts, notes),
    ...judgeEffects(facts, entries, notes),
    ...judgeCommands(facts, entries),
    ...judgeKept(before, facts),
    ...(await judgeFigures(client, machine, traders)),
    ...notebook.wrong,
    ...machine
      .printed()
      .split('\n')
      .filter((line) => line.includes('ALARM')),
  ]
}

/** What was kept under a key is never kept anew. */
function judgeKept(before: Facts, after: Facts): readonly string[] {
  const now = new Map(after.outcomes.map((row) => [row.key, row]))
  return before.outcomes
    .filter((row) => !isDeepStrictEqual(now.get(row.key), row))
    .map(({ key }) => `${key}: something else is kept under it than before`)
}

type RetryParts = KeyCallParts

const mostAtOnce = 16

/** The calls of the first pass and of the second, by the place of the key in the list. */
type Pass = (at: number) => readonly KeyCall[]

/**
 * Half of the keys are repeated, as a client does that retries; for the others the outcome is asked, which decides those
 * that were never decided.
 */
const eitherWay: Pass = (at) => (at % 2 === 0 ? ['send'] : ['ask'])

/** Whatever is known by now must be heard both ways, also when both arrive at once. */
const bothWays: Pass = () => ['send', 'ask']

/** Makes these calls for each key. Nothing else runs, so each must have a definite answer; whether they agree is judged later. */
async function retryNotes(
  parts: RetryParts,
  address: string,
  notes: readonly Note[],
  pass: Pass,
): Promise<readonly string[]> {
  const problems: string[] = []
  const left = notes.entries()

  async function retry(note: Note, kind: KeyCall): Promise<void> {
    const heard = await callForKey(parts, address, note, kind)
    if (heard !== 'definite') problems.push(`${note.key}: at the check (${kind}) it was ${heard}`)
  }
  async function work(): Promise<void> {
    for (const [at, note] of left) await Promise.all(pass(at).map((kind) => retry(note, kind)))
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  return problems
}

/** Everything that was ever decided, decided again from the journal and compared with every row, as `npm run verify` does it. */
export async function judgeReplay({ database }: Pick<Machine, 'database'>): Promise<readonly string[]> {
  const pool = createAppPool(await database(), createLog('silent'))
  try {
    const report = await verify({ pool, clock: systemClock })
    return report.counts.size === 0 && report.isWhole ? [] : summaryOf(report)
  } finally {
    await pool.end()
  }
}
