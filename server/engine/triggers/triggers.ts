import type { NoChange, TradingAccount } from '#core/decision/decision.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { OrderSlab } from '#server/engine/state/order-slab.ts'

/**
 * Selects the accounts that a quote may affect. A selected account is evaluated by the rules and may turn out to be
 * unaffected; for any other account the rules would do nothing. Two implementations must lead to the same results:
 * scan triggers select every account with an order in the market, indexed triggers only those that a price has reached.
 */
export type Triggers = {
  /** An order was added to this slot or changed in it. */
  readonly orderUpserted: (slot: number, order: Order) => void
  /** The order of this slot, in its previous state, has ended or is about to change. */
  readonly orderRemoved: (slot: number, order: Order) => void
  /** Forgets everything about an account; its orders were removed before. */
  readonly accountRemoved: (userId: number) => void
  /** Called before all state is loaded. */
  readonly clear: () => void
  /**
   * Sets up the triggers of an account that was evaluated without effect, or that was just loaded. An account that is
   * due already is selected on the next quote.
   */
  readonly watch: (userId: number, waits: CloseOutDelay) => void
  /** The account has changed: selects it on the next quote of any market. */
  readonly markDirty: (userId: number) => void
  /** The last price of this market has changed without an evaluation. */
  readonly markMarketDirty: (marketId: number) => void
  /** The last price of any market may have changed without an evaluation. */
  readonly markAllMarketsDirty: () => void
  /** On the next quote, selects the accounts that had no open market to close out in. */
  readonly marketOpened: (marketId: number) => void
  /**
   * The accounts that the newest quote of this market may affect. Each must be evaluated, and then watched or marked
   * dirty. If that is not done before the next call, the account must also be evaluated on the quotes in between,
   * whether they select it or not.
   */
  readonly accountsToCheck: (marketId: number) => Iterable<number>
}

/** Why an account was not closed out: it has no open market to close out in, or it is in a board wait. */
export type CloseOutDelay = Pick<NoChange, 'hasNoOpenMarket' | 'boardWait'>

/** The part of an account that prices can affect. */
export type AccountRisk = Pick<TradingAccount, 'cash' | 'isWarned'> & { readonly open: readonly Order[] }

export type TriggerParts = {
  readonly slab: OrderSlab
  readonly board: LiveBoard
  readonly markets: readonly Market[]
  /** Users with an open or pending order. */
  readonly usersWithOrders: () => Iterable<number>
  readonly riskOf: (userId: number) => AccountRisk | undefined
}

export type CreateTriggers = (parts: TriggerParts) => Triggers
