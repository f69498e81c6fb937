import type { Market } from '#core/market/market.ts'
import type { Lots, Micros, Price } from '#core/money/amounts.ts'
import type { Receipt } from '#core/order/receipt.ts'

export type Side = 'buy' | 'sell'

/** `pending` waits for its price, `open` is a position. The other two are over for good. */
export type OrderStatus = 'pending' | 'open' | 'cancelled' | 'closed'

/** What makes it fill. A pending order is a limit or a stop from the moment it is placed, and stays that. */
export type OrderKind = 'market' | 'limit' | 'stop'

/** Why a position was closed. */
export type CloseCause = 'user' | 'stop_loss' | 'take_profit' | 'stop_out' | 'demo_reset'

/** Why a pending order was cancelled. The limits are those that only its price can show to be broken. */
export type CancelCause =
  | 'user'
  | 'amended'
  | 'insufficient_margin'
  | 'notional_limit'
  | 'orders_limit'
  | 'demo_reset'

type EndCause = CloseCause | CancelCause

/** Plain data, and everything that is ever asked about an order: it is kept as it is. */
export type Order = {
  readonly id: number
  readonly userId: number
  readonly marketId: number
  readonly side: Side
  readonly kind: OrderKind
  readonly status: OrderStatus
  readonly lots: Lots
  readonly leverage: number
  readonly terms: OrderTerms
  /** The price the user saw, or the target; null when neither was said. */
  readonly askedPrice: Price | null
  /** What it was opened at; while it is pending, and for one that never opened, its target. */
  readonly openPrice: Price
  /** Frozen at opening; nothing while pending. */
  readonly margin: Micros
  readonly fee: Micros
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
  readonly closePrice: Price | null
  /** Realised, without the fee; null until it is closed. */
  readonly profit: Micros | null
  readonly endCause: EndCause | null
  /** The order that this closed part was a part of. */
  readonly parentId: number | null
  /** The pending order that was cancelled to place this one. */
  readonly amendedFrom: number | null
  /** What was decided on when it was placed, opened and ended; null for what has not happened or needed no price. */
  readonly placed: Receipt
  readonly opened: Receipt | null
  readonly ended: Receipt | null
  readonly placedAtMs: number
  readonly openedAtMs: number | null
  readonly endedAtMs: number | null
}

/** 1 where a rising price is a profit, −1 where a falling one is. */
export function directionOf(side: Side): 1 | -1 {
  return side === 'buy' ? 1 : -1
}

/** What is over never changes again. */
export function isEnded({ status }: Pick<Order, 'status'>): boolean {
  return status === 'closed' || status === 'cancelled'
}

/** How an order is charged, once, when it opens. */
export type FeeMode = 'per_lot' | 'share_of_margin'

/** What an order was placed on. It keeps them to its end, whatever the market offers later. */
export type OrderTerms = Pick<
  Market,
  | 'quoteCurrency'
  | 'pricePrecision'
  | 'unitsPerLot'
  | 'lotStep'
  | 'leastLots'
  | 'marginMode'
  | 'feePerLot'
  | 'feeShare'
> & { readonly feeMode: FeeMode }

export function orderTerms(market: Market, feeMode: FeeMode): OrderTerms {
  return {
    quoteCurrency: market.quoteCurrency,
    pricePrecision: market.pricePrecision,
    unitsPerLot: market.unitsPerLot,
    lotStep: market.lotStep,
    leastLots: market.leastLots,
    marginMode: market.marginMode,
    feePerLot: market.feePerLot,
    feeShare: market.feeShare,
    feeMode,
  }
}
