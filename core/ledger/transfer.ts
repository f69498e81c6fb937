import { type Micros, micros } from '#core/money/amounts.ts'
import { subtract } from '#core/money/safe-integer.ts'

/** Every account belongs to one book, and a transfer stays within it: real and demo money never mix. */
export type Book = 'real' | 'demo'

/** Balances of a user: `cash` is the free balance, `locked` is reserved for withdrawals. */
type BalanceKind = 'cash' | 'locked'

/** The house's accounts, the counterparty of user balances in the same book. */
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
 * Double entry: moves one positive amount from one account to another, so the ledger always sums to zero. A transfer
 * concerns one user. The other side is a house account or the user's other balance.
 */
export type Transfer = {
  readonly source: LedgerAccount
  readonly destination: LedgerAccount
  readonly amount: Micros
  readonly type: TransferType
  /** The cause: `order:12`, `deposit:…`, `demo_reset`. */
  readonly reference: string
  readonly orderId: number | null
  /** Operators whose act it was, and their text for the user. */
  readonly operatorId?: number
  readonly secondOperatorId?: number
  readonly memo?: string
}

/** Amount by which the transfer changes this balance. */
export function balanceChange(kind: BalanceKind, { source, destination, amount }: Transfer): Micros {
  if (destination === kind) return amount
  return micros(source === kind ? -amount : 0)
}

// Transfers caused by trading. Each function returns one transfer, or none for an amount of zero.

type TransferList = readonly Transfer[]

/** The house pays a profit and receives a loss. */
export function profitTransfer(orderId: number, profit: Micros): TransferList {
  if (profit < 0)
    return orderTransfer(orderId, { source: 'cash', destination: 'trading', type: 'trade_profit' }, -profit)
  return orderTransfer(orderId, { source: 'trading', destination: 'cash', type: 'trade_profit' }, profit)
}

export function feeTransfer(orderId: number, fee: Micros): TransferList {
  return orderTransfer(orderId, { source: 'cash', destination: 'fees', type: 'fee' }, fee)
}

/** The house pays the debt left after the last close. */
export function writeOffTransfer(orderId: number, cash: Micros): TransferList {
  return orderTransfer(orderId, { source: 'write_offs', destination: 'cash', type: 'write_off' }, -cash)
}

function orderTransfer(
  orderId: number,
  route: Pick<Transfer, 'source' | 'destination' | 'type'>,
  amount: number,
): TransferList {
  return amount > 0 ? [{ ...route, amount: micros(amount), reference: `order:${orderId}`, orderId }] : []
}

/** 100,000 USD. */
const demoStartingCash = micros(100_000_000_000)

/** Brings the balance of a demo account to its starting cash. No transfer if the balance is already right. */
export function demoTransfer(cash: Micros, reference: 'demo_opening' | 'demo_reset'): readonly Transfer[] {
  const missing = subtract(demoStartingCash, cash)
  if (missing === 0) return []
  const route =
    missing > 0
      ? ({ source: 'demo_credit', destination: 'cash' } as const)
      : ({ source: 'cash', destination: 'demo_credit' } as const)
  return [{ ...route, amount: micros(Math.abs(missing)), type: 'demo', reference, orderId: null }]
}
