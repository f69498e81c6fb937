import { isDeepStrictEqual } from 'node:util'
import { unpackEntries } from '#server/engine/journal/journal.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { summaryOf, verify } from '#server/verify/verify.ts'
import { checkCommands } from '#test/crash/checks/check-commands.ts'
import { checkFigures } from '#test/crash/checks/check-figures.ts'
import { checkJournal, checkLedger } from '#test/crash/checks/check-journal.ts'
import { checkKeys } from '#test/crash/checks/check-keys.ts'
import { checkNotices } from '#test/crash/checks/check-notices.ts'
import { checkAnswers, checkEffects } from '#test/crash/checks/check-orders.ts'
import type { DatabaseState } from '#test/crash/checks/database-state.ts'
import { callForKey, type KeyCall, type KeyCallParts, type KeyRecord } from '#test/crash/load/key-log.ts'
import type { Trader } from '#test/crash/load/trader.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

type CheckParts = RetryParts & { readonly machine: Machine; readonly traders: readonly Trader[] }

/** Runs all checks while nothing is in flight and returns the problems. Sends each of the given keys again. */
export async function checkMachine(
  parts: CheckParts,
  retried: readonly KeyRecord[],
): Promise<readonly string[]> {
  const { machine, client, keyLog, traders } = parts
  const before = await machine.readDatabaseState()
  const records = keyLog.records()
  const problems = [...checkKeys(before, records), ...checkAnswers(before, records)]
  problems.push(...(await retryKeys(parts, machine.address(), retried, eitherWay)))
  problems.push(...(await retryKeys(parts, machine.address(), retried, bothWays)))
  const state = await machine.readDatabaseState()
  const entries = state.journal.flatMap(({ packed }) => unpackEntries(Buffer.from(packed, 'hex')))
  return [
    ...problems,
    ...checkJournal(state),
    ...checkLedger(state),
    ...checkKeys(state, records),
    ...checkAnswers(state, records),
    ...checkEffects(state, entries, records),
    ...checkCommands(state, entries),
    ...checkUnchanged(before, state),
    ...(await checkFigures(client, machine, traders)),
    ...(await checkNotices(machine)),
    ...keyLog.wrong,
    ...machine
      .printed()
      .split('\n')
      .filter((line) => line.includes('ALARM')),
  ]
}

/** Checks that no stored outcome has changed. */
function checkUnchanged(before: DatabaseState, after: DatabaseState): readonly string[] {
  const now = new Map(after.outcomes.map((row) => [row.key, row]))
  return before.outcomes
    .filter((row) => !isDeepStrictEqual(now.get(row.key), row))
    .map(({ key }) => `${key}: its stored outcome has changed`)
}

type RetryParts = KeyCallParts

const maxAtOnce = 16

/** Calls to make for a key, by its position in the list. */
type Pass = (at: number) => readonly KeyCall[]

/**
 * First pass: repeats half of the requests, as a retrying client does, and requests the outcome of the others, which
 * burns undecided keys.
 */
const eitherWay: Pass = (at) => (at % 2 === 0 ? ['send'] : ['ask'])

/** Second pass: sends the request and asks for its outcome at once. Both must give the answer of the first pass. */
const bothWays: Pass = () => ['send', 'ask']

/** Each call must get a definite answer, because the server has no other load. Other checks compare the answers. */
async function retryKeys(
  parts: RetryParts,
  address: string,
  records: readonly KeyRecord[],
  pass: Pass,
): Promise<readonly string[]> {
  const problems: string[] = []
  const left = records.entries()

  async function retry(record: KeyRecord, kind: KeyCall): Promise<void> {
    const answerKind = await callForKey(parts, address, record, kind)
    if (answerKind !== 'definite')
      problems.push(`${record.key}: the answer at the check (${kind}) was ${answerKind}`)
  }
  async function work(): Promise<void> {
    for (const [at, record] of left) await Promise.all(pass(at).map((kind) => retry(record, kind)))
  }
  await Promise.all(Array.from({ length: maxAtOnce }, work))
  return problems
}

/** Replays the journal and compares every row, as `npm run verify` does. */
export async function checkReplay({
  database,
  headsFiles,
}: Pick<Machine, 'database' | 'headsFiles'>): Promise<readonly string[]> {
  const pool = createAppPool(await database(), createLog('silent'))
  try {
    const heads = { files: headsFiles, publicKey: undefined }
    const report = await verify({ pool, clock: systemClock, heads })
    return report.counts.size === 0 && report.isComplete ? [] : summaryOf(report)
  } finally {
    await pool.end()
  }
}
