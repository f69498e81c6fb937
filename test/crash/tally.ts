import type { Facts } from '#test/crash/checks/facts.ts'
import type { Note } from '#test/crash/load/notebook.ts'
import { type CrashKind, crashKinds } from '#test/crash/machines/machine.ts'

/** What a run came to. */
export type Tally = {
  readonly crashes: Record<CrashKind, number>
  keys: number
  /** Keys that had a definite answer before anything was sent again. */
  acknowledged: number
  unknown: number
  retries: number
  checks: number
  orders: number
  /** Orders that a price has opened or closed. */
  triggered: number
  transfers: number
  batches: number
}

export function createTally(): Tally {
  const crashes = Object.fromEntries(crashKinds.map((kind) => [kind, 0])) as Record<CrashKind, number>
  const none = { keys: 0, acknowledged: 0, unknown: 0, retries: 0, checks: 0 }
  return { crashes, ...none, orders: 0, triggered: 0, transfers: 0, batches: 0 }
}

/** Before they are sent again. */
export function tallyNotes(tally: Tally, notes: readonly Note[]): void {
  const acknowledged = notes.filter(({ definite }) => definite.length > 0).length
  tally.keys += notes.length
  tally.acknowledged += acknowledged
  tally.unknown += notes.length - acknowledged
}

export function tallyFacts(tally: Tally, { orders, transfers, journal }: Facts): void {
  const causes: readonly unknown[] = ['stop_loss', 'take_profit', 'stop_out']
  const isFilled = (order: Facts['orders'][number]) => order.kind !== 'market' && order.opened !== null
  tally.orders += orders.length
  tally.triggered += orders.filter((order) => isFilled(order) || causes.includes(order.end_cause)).length
  tally.transfers += transfers.length
  tally.batches += journal.length
}

export function wordsOfTally({ crashes, ...counts }: Tally): string {
  const lines = Object.entries({ ...crashes, ...counts })
  return lines.map(([name, count]) => `${name.padEnd(14)} ${String(count).padStart(8)}`).join('\n')
}
