// The figures of an account and of its orders, as rooms hand them over to be put on the wire.
import { percentToWire } from '#contract/percent-wire.ts'
import type { AccountFigures } from '#core/margin/account-figures.ts'
import { formatMicros, type Micros } from '#core/money/micros.ts'
import { formatPrice, type Price } from '#core/money/price.ts'
import type { Order } from '#core/order/order.ts'

/** An order and what it comes to: now, or when it ended. */
export type OrderFigures = {
  readonly order: Order
  /** Null where no price is known. */
  readonly closing: Price | null
  readonly profit: Micros
}

/** An account's figures, and the state of prices they are of. */
export type FundsFigures = AccountFigures & {
  readonly locked: Micros
  readonly quoteSeq: number
  readonly ordersMark: string
}

/** Changes with every quote while the order is open. */
export function liveOrderFields({ order, closing, profit }: OrderFigures) {
  return {
    UpdatePrice: closing === null ? null : formatPrice(closing, order.terms.pricePrecision),
    FactProfits: formatMicros(profit),
  }
}

/** Everything an account comes to, as every call says it that tells more than the balance. */
export function fundsToWire(funds: FundsFigures) {
  return {
    balance: formatMicros(funds.balance),
    lock_balance: formatMicros(funds.locked),
    profit: formatMicros(funds.profit),
    net_value: formatMicros(funds.netValue),
    mid_net_value: formatMicros(funds.midNetValue),
    used_margin: formatMicros(funds.usedMargin),
    available: formatMicros(funds.available),
    prepayment_ratio: percentToWire(funds.marginRatio),
    hazard_rate: percentToWire(funds.riskRate),
    QuoteSeq: funds.quoteSeq,
    OrdersMark: funds.ordersMark,
  }
}
