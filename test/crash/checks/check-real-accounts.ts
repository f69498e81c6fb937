import { setTimeout as pause } from 'node:timers/promises'
import { type ForexChangeAnswer, forexChange } from '#contract/calls/account.ts'
import { type ReconciliationAnswer, reconciliation } from '#contract/desk/funds.ts'
import { parseMicros } from '#core/money/amounts.ts'
import { unpackEntries } from '#server/engine/journal/journal.ts'
import { checkFunds, checkNothingLeft } from '#test/crash/checks/check-funds.ts'
import type { DatabaseState } from '#test/crash/checks/database-state.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'
import type { FundsLog, FundsRecord } from '#test/crash/load/funds-log.ts'
import type { RealAccounts, RealUser } from '#test/crash/load/real-accounts.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

export type RealAccountsParts = {
  readonly machine: Pick<Machine, 'address' | 'readDatabaseState'>
  readonly client: CallClient
  readonly fundsLog: FundsLog
  readonly accounts: RealAccounts
}

/** At the end, every request is repeated, and the sweeps have to leave nothing undecided. */
export type When = 'after a crash' | 'at the end'

/** Longer than the sweeps take: a request is void after 30 seconds, and sweeps run every ten. */
const sweptWithinMs = 60_000
/** Approved proposals are asked again every ten seconds. */
const carriedOutWithinMs = 25_000
const pollMs = 100

/** Checks the money of the real accounts while nothing is in flight, and returns the problems. */
export async function checkRealAccounts(parts: RealAccountsParts, when: When): Promise<readonly string[]> {
  const { machine, fundsLog } = parts
  const problems = [...(await repeatUnanswered(parts, when))]
  if (when === 'at the end') problems.push(...(await untilNone(sweptWithinMs, () => leftOver(machine))))
  problems.push(...(await untilNone(carriedOutWithinMs, () => checkReconciliation(parts))))
  const state = await readFollowed(machine)
  const entries = state.journal.flatMap(({ packed }) => unpackEntries(Buffer.from(packed, 'hex')))
  problems.push(...checkFunds(state, entries, fundsLog.records()), ...fundsLog.wrong)
  for (const user of parts.accounts.users) problems.push(...(await checkLog(parts, user)))
  return problems
}

/**
 * Repeats requests of users whose answer was lost: all of them, or every other one, which leaves the rest to the sweep.
 * A repeat with the same key must get a definite answer.
 */
async function repeatUnanswered(
  { machine, fundsLog }: RealAccountsParts,
  when: When,
): Promise<readonly string[]> {
  const lost = fundsLog.records().filter(({ key, answers }) => key !== undefined && answers.length === 0)
  const repeated = when === 'at the end' ? lost : lost.filter((_, at) => at % 2 === 0)
  const problems: string[] = []
  for (const record of repeated) {
    record.isRepeated = true
    const answer = await fundsLog.send(machine.address(), record)
    if (record.answers.length === 0) problems.push(describe(record, JSON.stringify(answer)))
  }
  return problems
}

function describe({ kind, key }: FundsRecord, answer: string | undefined): string {
  return `${kind} ${key}: the answer at the check was ${answer}`
}

async function leftOver(machine: Pick<Machine, 'readDatabaseState'>): Promise<readonly string[]> {
  return checkNothingLeft(await machine.readDatabaseState())
}

/** Reads until there is no problem, or the time is over. */
async function untilNone(
  withinMs: number,
  check: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const limit = performance.now() + withinMs
  for (;;) {
    const problems = await check()
    if (problems.length === 0 || performance.now() > limit) return problems
    await pause(pollMs)
  }
}

/** A snapshot in which all followers have read the whole journal. */
async function readFollowed({
  readDatabaseState,
}: Pick<Machine, 'readDatabaseState'>): Promise<DatabaseState> {
  const limit = performance.now() + sweptWithinMs
  for (;;) {
    const state = await readDatabaseState()
    if (state.followers.every(({ seq }) => seq === state.lease.last_seq)) return state
    if (performance.now() > limit) throw new Error('the followers stay behind')
    await pause(pollMs)
  }
}

/** An adjustment counts as not recorded until its proposal is known to be carried out. */
async function checkReconciliation({
  machine,
  client,
  accounts,
}: RealAccountsParts): Promise<readonly string[]> {
  const [desk] = accounts.desks
  const answer = await client.call(machine.address(), { path: reconciliation.path, token: desk.token })
  if (answer?.code !== 1) return [`the reconciliation was answered ${JSON.stringify(answer)}`]
  const { rows, problems } = answer.data as ReconciliationAnswer
  return [
    ...rows.filter(({ difference }) => !/^0(\.0+)?$/.test(difference)).map((row) => JSON.stringify(row)),
    ...problems.map((problem) => JSON.stringify(problem)),
  ]
}

const rowsPerPage = 100

/** The log of the user adds up to the balance. */
async function checkLog(
  { machine, client }: RealAccountsParts,
  { userId, token }: RealUser,
): Promise<readonly string[]> {
  const cashOf = ({ accounts }: DatabaseState) => accounts.find(({ user_id }) => user_id === userId)?.cash
  const limit = performance.now() + carriedOutWithinMs
  for (;;) {
    const before = await machine.readDatabaseState()
    let sum = 0
    let seen = 0
    for (let page = 1; ; page += 1) {
      const path = `${forexChange.path}?page=${page}&limit=${rowsPerPage}`
      const answer = await client.call(machine.address(), { path, token })
      if (answer?.code !== 1) return [`the log of user ${userId} was answered ${JSON.stringify(answer)}`]
      const { data, total } = answer.data as ForexChangeAnswer
      for (const { Value } of data) sum += microsOf(Value)
      seen += data.length
      if (seen >= total || data.length === 0) break
    }
    const after = await machine.readDatabaseState()
    if (before.lease.last_seq !== after.lease.last_seq && performance.now() < limit) continue
    return sum === cashOf(after)
      ? []
      : [`user ${userId}: the log adds up to ${sum}, the balance is ${cashOf(after)}`]
  }
}

function microsOf(value: string): number {
  const parsed = parseMicros(value)
  if (!parsed.ok) throw new Error(`not an amount: ${value}`)
  return parsed.amount
}
