import type { Deal } from '#test/trading-day/oracle/formulas.ts'
import type {
  Book,
  FeeMode,
  LedgerAccount,
  OracleAnswer,
  OracleMarket,
  OracleMovement,
  OracleOrder,
  OracleReason,
  OracleTransfer,
} from '#test/trading-day/oracle/oracle-types.ts'
import type { Prices, Quote } from '#test/trading-day/oracle/prices.ts'

/** The whole state of the oracle. */
export type OracleState = {
  readonly markets: readonly OracleMarket[]
  readonly feeMode: FeeMode
  readonly isRealOpeningBlocked: () => boolean
  readonly prices: Prices
  readonly accounts: Map<number, Account>
  readonly movements: Map<string, OracleMovement>
  /** Keyed by user and idempotency key: the answer of the decided command, or `burned`. */
  readonly keys: Map<string, OracleAnswer | 'burned'>
  /** Server time of the decision. */
  nowMs: number
  /** Order ids are consecutive across all accounts. */
  nextOrderId: number
}

/** "10^15 (1 bn USD)", the limit of cash and of the total notional. */
export const maxMicros = 10n ** 15n

export function refused(reason: OracleReason): OracleAnswer {
  return { kind: 'refused', reason }
}

export function done(...orders: readonly number[]): OracleAnswer {
  return { kind: 'done', orders }
}

/** An `OracleOrder` that can be changed, with the values for its formulas. */
export type Order = { -readonly [Key in keyof OracleOrder]: OracleOrder[Key] } & Deal & {
    openPrice: bigint
    lots: bigint
    /** For a pending order the rate at its placement, for an open order the rate it was opened with. */
    rate: bigint
    /** For a pending order the quote at its placement, for an open order the quote it was opened with. */
    quote: Quote
  }

export type Account = {
  readonly userId: number
  readonly book: Book
  cash: bigint
  locked: bigint
  isWarned: boolean
  notices: number
  /** Ascending by id, so the oldest is first. */
  readonly orders: Order[]
  readonly transfers: OracleTransfer[]
}

/** An independent copy, for commands that are all or nothing. */
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

/** Moves an amount between two ledger accounts. House balances are not tracked, and zero moves nothing. */
export function move(
  account: Account,
  type: OracleTransfer['type'],
  source: LedgerAccount,
  destination: LedgerAccount,
  amount: bigint,
  act: Pick<OracleTransfer, 'operatorId' | 'secondOperatorId' | 'memo'> = {},
): void {
  if (amount < 0n) throw new Error('a transfer must not be negative')
  if (amount === 0n) return
  add(account, source, -amount)
  add(account, destination, amount)
  account.transfers.push({ source, destination, amount, type, ...act })
}

function add(account: Account, ledgerAccount: LedgerAccount, amount: bigint): void {
  if (ledgerAccount === 'cash') account.cash += amount
  if (ledgerAccount === 'locked') account.locked += amount
}
