import type { Deal } from '#test/trading-day/oracle/formulas.ts'
import type {
  Book,
  FeeMode,
  OracleAnswer,
  OracleMarket,
  OracleOrder,
  OracleReason,
  OracleTransfer,
  Purse,
} from '#test/trading-day/oracle/oracle-types.ts'
import type { Prices, Quote } from '#test/trading-day/oracle/prices.ts'

/** All there is. */
export type World = {
  readonly markets: readonly OracleMarket[]
  readonly feeMode: FeeMode
  readonly prices: Prices
  readonly accounts: Map<number, Account>
  readonly movements: Map<string, Movement>
  /** By user and key: the answer of the command that was decided under it, or that the key is burned. */
  readonly keys: Map<string, OracleAnswer | 'burned'>
  /** The time of the decision, by the clock of the server. */
  nowMs: number
  /** 1, 2, 3… in the order in which orders come into being, over all accounts. */
  nextOrderId: number
}

type Movement = {
  readonly userId: number
  readonly amount: bigint
  state: 'credited' | 'locked' | 'sent' | 'returned'
}

/** "Cash above 10^15 (1 bn USD)", and the same for the notional of everything. */
export const mostMicros = 10n ** 15n

export function refused(reason: OracleReason): OracleAnswer {
  return { kind: 'refused', reason }
}

export function done(...orders: readonly number[]): OracleAnswer {
  return { kind: 'done', orders }
}

/** Orders are written over where they change, and kept for ever. */
export type Order = { -readonly [Key in keyof OracleOrder]: OracleOrder[Key] } & Deal & {
    openPrice: bigint
    lots: bigint
    /** The rate when it was placed; once it is open, the rate it was opened with. */
    rate: bigint
    /** The quote it was placed on; once it is open, the one it was opened with. */
    quote: Quote
  }

export type Account = {
  readonly userId: number
  readonly book: Book
  cash: bigint
  locked: bigint
  isWarned: boolean
  notices: number
  /** By id, and so the oldest first. */
  readonly orders: Order[]
  readonly transfers: OracleTransfer[]
}

/** A copy to try something out on. Changes of one do not show in the other. */
export function copyOf(account: Account): Account {
  return {
    ...account,
    orders: account.orders.map((order) => ({ ...order })),
    transfers: [...account.transfers],
  }
}

export function openOrders(account: Account): readonly Order[] {
  return account.orders.filter(({ status }) => status === 'open')
}

export function pendingOrders(account: Account): readonly Order[] {
  return account.orders.filter(({ status }) => status === 'pending')
}

/** One positive amount from one purse to another; the house's purses are not counted here. Nothing moves for zero. */
export function move(
  account: Account,
  type: OracleTransfer['type'],
  source: Purse,
  destination: Purse,
  amount: bigint,
): void {
  if (amount < 0n) throw new Error('a transfer never goes backwards')
  if (amount === 0n) return
  add(account, source, -amount)
  add(account, destination, amount)
  account.transfers.push({ source, destination, amount, type })
}

function add(account: Account, purse: Purse, amount: bigint): void {
  if (purse === 'cash') account.cash += amount
  if (purse === 'locked') account.locked += amount
}
