import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Book, HouseAccount } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'

/** An account as the journal makes it, with what its past adds up to. */
export type ReplayedAccount = TradingAccount & {
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  readonly orders: Map<number, Order>
  endedOrders: number
  realisedProfit: bigint
  cashEntries: number
  /** Deposits and withdrawals that are settled. */
  settledMovements: number
}

/** A movement as its row must be. */
export type ReplayedMovement = {
  readonly reference: string
  readonly userId: number
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: Micros
  readonly state: 'credited' | 'locked' | 'sent' | 'returned'
  readonly createdAtMs: number
  readonly changedAtMs: number
}

/**
 * Everything as it stands after the last batch: as much as the engine itself holds, and never the past. What is over is
 * compared in the batch in which it ended, and forgotten.
 */
export type ReplayedState = {
  readonly accounts: Map<number, ReplayedAccount>
  /** By book and account, as `real fees`. */
  readonly house: Map<string, bigint>
  /** Withdrawals that are neither sent nor returned, with the batch each was requested in. */
  readonly locked: Map<string, ReplayedMovement & { readonly seq: number }>
  nextOrderId: number
  nextTransferId: number
}

export function createReplayedState(): ReplayedState {
  return { accounts: new Map(), house: new Map(), locked: new Map(), nextOrderId: 1, nextTransferId: 1 }
}

export function houseName(book: Book, account: HouseAccount): string {
  return `${book} ${account}`
}
