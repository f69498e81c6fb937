import { isDeepStrictEqual } from 'node:util'
import { unpackEntries } from '#server/engine/journal/journal.ts'
import type { Facts } from '#test/crash/checks/facts.ts'
import { judgeAnswers } from '#test/crash/checks/judge-answers.ts'
import { judgeCommands } from '#test/crash/checks/judge-commands.ts'
import { judgeEffects } from '#test/crash/checks/judge-effects.ts'
import { judgeFigures } from '#test/crash/checks/judge-figures.ts'
import { judgeJournal } from '#test/crash/checks/judge-journal.ts'
import { judgeKeys } from '#test/crash/checks/judge-keys.ts'
import { judgeLedger } from '#test/crash/checks/judge-ledger.ts'
import { bothWays, eitherWay, type RetryParts, retryNotes } from '#test/crash/checks/retry-notes.ts'
import type { Note } from '#test/crash/load/notebook.ts'
import type { Trader } from '#test/crash/load/trader.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

export type CheckParts = RetryParts & { readonly machine: Machine; readonly traders: readonly Trader[] }

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
