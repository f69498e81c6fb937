import type { Market } from '#core/market/market.ts'
import type { Lots, Micros, Price } from '#core/money/amounts.ts'
import type { Receipt } from '#core/order/receipt.ts'

export type Side = 'buy' | 'sell'

/** `pending` waits for its order price, `open` is a position. `cancelled` and `closed` are final. */
export type OrderStatus = 'pending' | 'open' | 'cancelled' | 'closed'

/** Fixed at placement. A pending order is a limit or a stop. */
export type OrderKind = 'market' | 'limit' | 'stop'

/** Why a position was closed. */
export type CloseCause = 'user' | 'stop_loss' | 'take_profit' | 'stop_out' | 'demo_reset'

/** Why a pending order was cancelled. The right to open, limits and margin are checked again at the fill. */
export type CancelCause =
  | 'user'
  | 'amended'
  | 'insufficient_margin'
  | 'notional_limit'
  | 'orders_limit'
  | 'simulated_prices'
  | 'demo_reset'

type EndCause = CloseCause | CancelCause

/** Plain data, stored as is. */
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
  /** The price the user saw, or the order price; null if neither was sent. */
  readonly askedPrice: Price | null
  /** Opening price; the order price of an order that is pending or never opened. */
  readonly openPrice: Price
  /** Fixed at opening; zero while pending. */
  readonly margin: Micros
  readonly fee: Micros
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
  readonly closePrice: Price | null
  /** Realised profit without the fee; null until closed. */
  readonly profit: Micros | null
  readonly endCause: EndCause | null
  /** For the closed part of a partial close: the order it was split from. */
  readonly parentId: number | null
  /** The cancelled pending order that this one replaced. */
  readonly amendedFrom: number | null
  /** Receipts of placement, fill and end; null if that has not happened. */
  readonly placed: Receipt
  readonly opened: Receipt | null
  readonly ended: Receipt | null
  readonly placedAtMs: number
  readonly openedAtMs: number | null
  readonly endedAtMs: number | null
}

/** 1 for a buy, −1 for a sell. */
export function directionOf(side: Side): 1 | -1 {
  return side === 'buy' ? 1 : -1
}

/** An ended order never changes again. */
export function isEnded({ status }: Pick<Order, 'status'>): boolean {
  return status === 'closed' || status === 'cancelled'
}

/** How the fee is computed. It is charged once, when the order opens. */
export type FeeMode = 'per_lot' | 'share_of_margin'

/** Market terms at placement. The order keeps them, even if the market's terms change later. */
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
