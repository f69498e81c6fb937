import type { Facts } from '#test/crash/checks/database-state.ts'
import type { ActionKind } from '#test/crash/load/call-client.ts'
import { answerOf, isBurned, isSettled, type Note, reasonOf } from '#test/crash/load/key-log.ts'
import { type CrashKind, crashKinds } from '#test/crash/machines/machine.ts'

/** What a run came to. */
export type Tally = {
  readonly crashes: Record<CrashKind, number>
  keys: number
  /** Keys that had a definite answer before anything was sent again. */
  acknowledged: number
  /** Keys whose outcome call had an answer before that, and their own call none. */
  told: number
  unknown: number
  /** Calls made by the checks: repeats and outcome calls. */
  retries: number
  /** Outcome calls, those of the checks included. */
  asked: number
  /** Keys of which it was said that nothing was done and nothing will be. */
  never: number
  /** Keys refused with too_late without having been burned. */
  late: number
  checks: number
  /** Successful commands that change several orders. */
  closedTogether: number
  reversed: number
  amended: number
  orders: number
  /** Orders that a price has opened or closed. */
  triggered: number
  transfers: number
  batches: number
}

export function createTally(): Tally {
  const crashes = Object.fromEntries(crashKinds.map((kind) => [kind, 0])) as Record<CrashKind, number>
  const ofKeys = {
    keys: 0,
    acknowledged: 0,
    told: 0,
    unknown: 0,
    retries: 0,
    asked: 0,
    never: 0,
    late: 0,
    checks: 0,
  }
  const ofOrders = { closedTogether: 0, reversed: 0, amended: 0, orders: 0, triggered: 0 }
  return { crashes, ...ofKeys, ...ofOrders, transfers: 0, batches: 0 }
}

/** Before they are sent again. */
export function tallyNotes(tally: Tally, notes: readonly Note[]): void {
  const acknowledged = notes.filter(({ definite }) => definite.length > 0).length
  const settled = notes.filter(isSettled).length
  tally.keys += notes.length
  tally.acknowledged += acknowledged
  tally.told += settled - acknowledged
  tally.unknown += notes.length - settled
}

/** At the end of a run. */
export function tallyEnd(tally: Tally, notes: readonly Note[]): void {
  const done = (kind: ActionKind) =>
    notes.filter((note) => note.action.kind === kind && answerOf(note)?.code === 1).length
  tally.asked += notes.reduce((sum, { asked }) => sum + asked, 0)
  tally.never += notes.filter(isBurned).length
  tally.late += notes.filter((note) => !isBurned(note) && isLate(note)).length
  tally.closedTogether += done('close_many')
  tally.reversed += done('reverse')
  tally.amended += done('amend')
}

function isLate(note: Note): boolean {
  const answer = answerOf(note)
  return answer?.code === 0 && reasonOf(answer) === 'too_late'
}

export function tallyFacts(tally: Tally, { orders, transfers, journal }: Facts): void {
  const causes: readonly unknown[] = ['stop_loss', 'take_profit', 'stop_out']
  const isFilled = (order: Facts['orders'][number]) => order.kind !== 'market' && order.opened !== null
  tally.orders += orders.length
  tally.triggered += orders.filter((order) => isFilled(order) || causes.includes(order.end_cause)).length
  tally.transfers += transfers.length
  tally.batches += journal.length
}

/** A run in which one of these never happened would have shown little. */
export function requireAllTried({ crashes: _, ...counts }: Tally): void {
  const missing = Object.entries(counts).filter(([, count]) => count === 0)
  if (missing.length > 0) throw new Error(`never tried: ${missing.map(([name]) => name).join(', ')}`)
}

export function wordsOfTally({ crashes, ...counts }: Tally): string {
  const lines = Object.entries({ ...crashes, ...counts })
  return lines.map(([name, count]) => `${name.padEnd(14)} ${String(count).padStart(8)}`).join('\n')
}
