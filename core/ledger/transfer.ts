import type { Micros } from '#core/money/micros.ts'

/** Real and demo money never meet: every account is in one book, and a transfer stays in it. */
export type Book = 'real' | 'demo'

/** What belongs to a user: `cash` is the balance, `locked` waits for a withdrawal to be sent. */
export type BalanceKind = 'cash' | 'locked'

/** The other side of every move: the house, in the same book. */
export type HouseAccount =
  | 'trading'
  | 'fees'
  | 'write_offs'
  | 'deposits'
  | 'withdrawals'
  | 'demo_credit'
  | 'copy_trading'
  | 'adjustments'

export type LedgerAccount = BalanceKind | HouseAccount

export const balanceKinds = ['cash', 'locked'] as const satisfies readonly BalanceKind[]

export type TransferType =
  | 'deposit'
  | 'withdrawal'
  | 'trade_profit'
  | 'fee'
  | 'withdrawal_returned'
  | 'write_off'
  | 'demo'
  | 'copy_trading'
  | 'adjustment'

/**
 * One positive amount from one account to another, so that it sums to zero by its shape. It concerns one user; the
 * house is the other side, or another purse of the same user. What needs several moves is several transfers with one
 * reference.
 */
export type Transfer = {
  readonly source: LedgerAccount
  readonly destination: LedgerAccount
  readonly amount: Micros
  readonly type: TransferType
  /** What it belongs to: `order:12`, `deposit:…`, `demo_reset`. */
  readonly reference: string
  readonly orderId: number | null
}
