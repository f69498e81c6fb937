import { type Micros, micros } from '#core/money/amounts.ts'
import { subtract } from '#core/money/safe-integer.ts'

/** Real and demo money never meet: every account is in one book, and a transfer stays in it. */
export type Book = 'real' | 'demo'

/** What belongs to a user: `cash` is the balance, `locked` waits for a withdrawal to be sent. */
type BalanceKind = 'cash' | 'locked'

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

/** What a transfer adds to a purse; below zero for what it takes. */
export function balanceChange(purse: BalanceKind, { source, destination, amount }: Transfer): Micros {
  if (destination === purse) return amount
  return micros(source === purse ? -amount : 0)
}

// What trading moves. An amount of zero is no transfer, so each gives a list of one or none.

type TransferList = readonly Transfer[]

/** A profit comes from the house, a loss goes to it. */
export function profitTransfer(orderId: number, profit: Micros): TransferList {
  if (profit < 0)
    return orderTransfer(orderId, { source: 'cash', destination: 'trading', type: 'trade_profit' }, -profit)
  return orderTransfer(orderId, { source: 'trading', destination: 'cash', type: 'trade_profit' }, profit)
}

export function feeTransfer(orderId: number, fee: Micros): TransferList {
  return orderTransfer(orderId, { source: 'cash', destination: 'fees', type: 'fee' }, fee)
}

/** The house bears what the last order to be closed left owing. */
export function writeOffTransfer(orderId: number, cash: Micros): TransferList {
  return orderTransfer(orderId, { source: 'write_offs', destination: 'cash', type: 'write_off' }, -cash)
}

function orderTransfer(
  orderId: number,
  way: Pick<Transfer, 'source' | 'destination' | 'type'>,
  amount: number,
): TransferList {
  return amount > 0 ? [{ ...way, amount: micros(amount), reference: `order:${orderId}`, orderId }] : []
}

/** What a demo account begins with, each time: 100,000 USD. */
const demoStartingCash = micros(100_000_000_000)

/** Brings the cash of a demo account to where it begins. Nothing is moved where it is there already. */
export function demoTransfer(cash: Micros, reference: 'demo_opening' | 'demo_reset'): readonly Transfer[] {
  const missing = subtract(demoStartingCash, cash)
  if (missing === 0) return []
  const way =
    missing > 0
      ? ({ source: 'demo_credit', destination: 'cash' } as const)
      : ({ source: 'cash', destination: 'demo_credit' } as const)
  return [{ ...way, amount: micros(Math.abs(missing)), type: 'demo', reference, orderId: null }]
}
