import { isDeepStrictEqual } from 'node:util'
import type { Facts } from '#test/crash/checks/facts.ts'
import { judgeAnswers } from '#test/crash/checks/judge-answers.ts'
import { judgeEffects } from '#test/crash/checks/judge-effects.ts'
import { judgeFigures } from '#test/crash/checks/judge-figures.ts'
import { judgeJournal } from '#test/crash/checks/judge-journal.ts'
import { judgeLedger } from '#test/crash/checks/judge-ledger.ts'
import { type RetryParts, retryNotes } from '#test/crash/checks/retry-notes.ts'
import type { Note } from '#test/crash/load/notebook.ts'
import type { Trader } from '#test/crash/load/trader.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

export type CheckParts = RetryParts & { readonly machine: Machine; readonly traders: readonly Trader[] }

/** Everything that must hold once nothing moves any more. Says what does not; each of the given keys is sent again. */
export async function checkMachine(parts: CheckParts, retried: readonly Note[]): Promise<readonly string[]> {
  const { machine, client, notebook, traders } = parts
  const before = await machine.readFacts()
  const problems = [...judgeAnswers(before, notebook.notes())]
  for (const again of ['once', 'twice']) {
    const wrong = await retryNotes(parts, machine.address(), retried)
    problems.push(...wrong.map((problem) => `${again}: ${problem}`))
  }
  const facts = await machine.readFacts()
  return [
    ...problems,
    ...judgeJournal(facts),
    ...judgeLedger(facts),
    ...judgeAnswers(facts, notebook.notes()),
    ...judgeEffects(facts, notebook.notes()),
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
