import type { Book } from '#core/ledger/transfer.ts'
import type { Finding, FindingKind, Findings } from '#server/verify/finding.ts'
import type { Mark } from '#server/verify/reading/chain.ts'
import type { ReplayedState } from '#server/verify/replay/replayed-state.ts'
import type { Tally } from '#server/verify/replay/tally.ts'

/** What one book comes to. */
export type BookTotals = {
  readonly accounts: number
  readonly cash: bigint
  readonly locked: bigint
  readonly standingOrders: number
  readonly endedOrders: number
  /** The house's side, by account. */
  readonly house: ReadonlyMap<string, bigint>
}

export type Report = {
  readonly findings: readonly Finding[]
  /** All of them, those that are not listed included. */
  readonly counts: ReadonlyMap<FindingKind, number>
  /** False where something could not be read, so that only the chain was looked at from there on. */
  readonly isWhole: boolean
  readonly last: Mark
  readonly tally: Tally
  readonly orders: number
  readonly transfers: number
  readonly movements: number
  readonly notices: number
  readonly outcomes: number
  readonly books: Readonly<Record<Book, BookTotals>>
  readonly elapsedMs: number
}

type Gone = Pick<Report, 'isWhole' | 'last' | 'tally' | 'notices' | 'outcomes' | 'elapsedMs'> & {
  readonly findings: Findings
  readonly state: ReplayedState
}

export function reportOf({ findings, state, ...gone }: Gone): Report {
  let movements = state.locked.size
  for (const { settledMovements } of state.accounts.values()) movements += settledMovements
  return {
    ...gone,
    findings: findings.first(),
    counts: findings.counts(),
    orders: state.nextOrderId - 1,
    transfers: state.nextTransferId - 1,
    movements,
    books: { real: totalsOf('real', state), demo: totalsOf('demo', state) },
  }
}

function totalsOf(ofBook: Book, { accounts, house }: ReplayedState): BookTotals {
  const totals = { accounts: 0, cash: 0n, locked: 0n, standingOrders: 0, endedOrders: 0 }
  for (const { book, cash, locked, slots, endedOrders } of accounts.values()) {
    if (book !== ofBook) continue
    totals.accounts += 1
    totals.cash += BigInt(cash)
    totals.locked += BigInt(locked)
    totals.standingOrders += slots.size
    totals.endedOrders += endedOrders
  }
  const prefix = `${ofBook} `
  const ours = [...house].filter(([name]) => name.startsWith(prefix))
  return { ...totals, house: new Map(ours.map(([name, sum]) => [name.slice(prefix.length), sum])) }
}
