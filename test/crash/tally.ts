import type { DatabaseState } from '#test/crash/checks/database-state.ts'
import type { ActionKind } from '#test/crash/load/call-client.ts'
import type { FundsRecord } from '#test/crash/load/funds-log.ts'
import { answerOf, isBurned, isSettled, type KeyRecord, reasonOf } from '#test/crash/load/key-log.ts'
import { type CrashKind, crashKinds } from '#test/crash/machines/machine.ts'

/** Counts of a run. */
export type Tally = {
  readonly crashes: Record<CrashKind, number>
  keys: number
  /** Keys with a definite answer to their own call before the check. */
  acknowledged: number
  /** Keys answered only by an outcome call before the check. */
  answeredByOutcome: number
  unknown: number
  /** Calls made by the checks: repeated requests and outcome calls. */
  retries: number
  /** Outcome calls, including those of the checks. */
  asked: number
  /** Keys burned by an outcome call. */
  never: number
  /** Keys refused with `too_late` without being burned. */
  tooLate: number
  checks: number
  /** Successful `close_many` commands. */
  closedTogether: number
  reversed: number
  amended: number
  orders: number
  /** Orders opened or closed by a price. */
  triggered: number
  transfers: number
  batches: number
  /** Orders of real accounts. */
  realOrders: number
  deposits: number
  withdrawals: number
  /** Proposals of adjustments, and of what needs two operators. */
  proposals: number
  /** Calls about money that were answered. */
  actsAnswered: number
  /** Calls about money without a definite answer before the check. */
  actsUnknown: number
  /** Stored messages about money. */
  messages: number
  /**
   * Movements by state, refusals because another operator or the owner was first, and approved proposals that were
   * carried out although the answer was lost.
   */
  readonly funds: Record<string, number>
}

export function createTally(): Tally {
  const crashes = Object.fromEntries(crashKinds.map((kind) => [kind, 0])) as Record<CrashKind, number>
  const ofKeys = {
    keys: 0,
    acknowledged: 0,
    answeredByOutcome: 0,
    unknown: 0,
    retries: 0,
    asked: 0,
    never: 0,
    tooLate: 0,
    checks: 0,
  }
  const ofOrders = { closedTogether: 0, reversed: 0, amended: 0, orders: 0, triggered: 0 }
  const ofFunds = {
    realOrders: 0,
    deposits: 0,
    withdrawals: 0,
    proposals: 0,
    actsAnswered: 0,
    actsUnknown: 0,
    messages: 0,
  }
  return { crashes, ...ofKeys, ...ofOrders, transfers: 0, batches: 0, ...ofFunds, funds: {} }
}

/** Called before the keys are sent again. */
export function tallyRecords(tally: Tally, records: readonly KeyRecord[]): void {
  const acknowledged = records.filter(({ definite }) => definite.length > 0).length
  const settled = records.filter(isSettled).length
  tally.keys += records.length
  tally.acknowledged += acknowledged
  tally.answeredByOutcome += settled - acknowledged
  tally.unknown += records.length - settled
}

/** Called at the end of a run. */
export function tallyEnd(tally: Tally, records: readonly KeyRecord[]): void {
  const done = (kind: ActionKind) =>
    records.filter((record) => record.action.kind === kind && answerOf(record)?.code === 1).length
  tally.asked += records.reduce((sum, { asked }) => sum + asked, 0)
  tally.never += records.filter(isBurned).length
  tally.tooLate += records.filter((record) => !isBurned(record) && isLate(record)).length
  tally.closedTogether += done('close_many')
  tally.reversed += done('reverse')
  tally.amended += done('amend')
}

function isLate(record: KeyRecord): boolean {
  const answer = answerOf(record)
  return answer?.code === 0 && reasonOf(answer) === 'too_late'
}

export function tallyState(tally: Tally, { orders, transfers, journal }: DatabaseState): void {
  const causes: readonly unknown[] = ['stop_loss', 'take_profit', 'stop_out']
  const isFilled = (order: DatabaseState['orders'][number]) =>
    order.kind !== 'market' && order.opened !== null
  tally.orders += orders.length
  tally.triggered += orders.filter((order) => isFilled(order) || causes.includes(order.end_cause)).length
  tally.transfers += transfers.length
  tally.batches += journal.length
}

/** Called at the end of a run. */
export function tallyFunds(
  tally: Tally,
  { accounts, orders, funds }: DatabaseState,
  records: readonly FundsRecord[],
): void {
  const real = new Set(accounts.filter(({ book }) => book === 'real').map(({ user_id }) => user_id))
  const add = (name: string) => {
    tally.funds[name] = (tally.funds[name] ?? 0) + 1
  }
  tally.realOrders += orders.filter(({ user_id }) => real.has(user_id)).length
  tally.deposits += funds.deposits.length
  tally.withdrawals += funds.withdrawals.length
  tally.proposals += funds.proposals.length
  tally.messages += funds.messages.length
  tally.actsAnswered += records.filter(({ answers }) => answers.length > 0).length
  tally.actsUnknown += records.filter(({ unknown }) => unknown > 0).length
  for (const { state } of funds.movements) add(state)
  const ended = new Set(funds.proposals.filter(({ state }) => state === 'done').map(({ id }) => String(id)))
  for (const { kind, input, answers } of records)
    if (kind === 'approve' && answers.length === 0 && ended.has(input['id'] ?? '')) add('done_unanswered')
  for (const { answers } of records)
    if (answers.some((answer) => answer.code === 0 && reasonOf(answer) === 'already_decided'))
      add('already_decided')
}

/** Fails a run in which one of the counts is zero. */
export function requireAllCovered({ crashes: _, funds: __, ...counts }: Tally): void {
  const missing = Object.entries(counts).filter(([, count]) => count === 0)
  if (missing.length > 0) throw new Error(`not covered: ${missing.map(([name]) => name).join(', ')}`)
}

export function formatTally({ crashes, funds, ...counts }: Tally): string {
  const lines = Object.entries({ ...crashes, ...counts, ...funds })
  return lines.map(([name, count]) => `${name.padEnd(14)} ${String(count).padStart(8)}`).join('\n')
}
