import type { NoChange, TradingAccount } from '#core/decision/decision.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { OrderSlab } from '#server/engine/state/order-slab.ts'

/**
 * Knows whom a quote may concern. Whoever it names is judged by the rules themselves, and may turn out not to be concerned
 * at all; whoever it leaves out, the rules would have done nothing for. There are two that must never differ in what comes of
 * them: a plain one that names everybody with anything in the market, and one that costs no more as positions grow.
 */
export type Triggers = {
  /** An order stands in this slot as it is now, new or changed. */
  readonly orderUpserted: (slot: number, order: Order) => void
  /** What stood in this slot, as it was, stands there no more: it is over, or about to stand there changed. */
  readonly orderRemoved: (slot: number, order: Order) => void
  /** Nothing stands any more: memory is about to be read again. */
  readonly clear: () => void
  /**
   * Judged just now, with nothing done, and what it waits for. Or not judged yet, after everything was read: one for whom
   * there is something to do is named on the next quote.
   */
  readonly watch: (userId: number, waits: Waits) => void
  /** The account has changed by itself: it is named on the next quote, of whatever market. */
  readonly markDirty: (userId: number) => void
  /** The last price of this market has moved without anybody being judged. */
  readonly markMarketDirty: (marketId: number) => void
  /** Prices of any market may have. */
  readonly markAllMarketsDirty: () => void
  /** This market has opened: whoever waits for one is named on the next quote. */
  readonly marketOpened: (marketId: number) => void
  /** Whom the newest quote of this market may concern. They are judged, and then watched or noted anew, before the next is asked for. */
  readonly accountsToCheck: (marketId: number) => Iterable<number>
}

/** At the close-out level with nothing that can be closed, or due to be judged once the board is whole. */
export type Waits = Pick<NoChange, 'isWaiting' | 'boardWait'>

/** What prices can do something to. */
export type AccountRisk = Pick<TradingAccount, 'cash' | 'isWarned'> & { readonly open: readonly Order[] }

export type TriggerParts = {
  /** Where the orders that stand are. */
  readonly slab: OrderSlab
  readonly board: LiveBoard
  readonly markets: readonly Market[]
  /** Everyone who has anything open or pending. */
  readonly usersWithOrders: () => Iterable<number>
  readonly riskOf: (userId: number) => AccountRisk | undefined
}

export type CreateTriggers = (parts: TriggerParts) => Triggers
