import { lots, micros, price, rate } from '#core/money/amounts.ts'
import { type Order, orderTerms } from '#core/order/order.ts'
import type { Receipt, Rule } from '#core/order/receipt.ts'
import { markets } from '#db/seed/markets.ts'

/** Time at which all sample orders were placed. */
export const placedAtMs = 1_800_000_000_123

const [market] = markets
if (market === undefined) throw new Error('the seed has no market')

export function sampleReceipt(rule: Rule, fields: Partial<Receipt> = {}): Receipt {
  return {
    rule,
    quote: {
      marketId: market?.id ?? 1,
      bid: price(108_420),
      ask: price(108_430),
      timeMs: placedAtMs,
      seq: 7,
    },
    feed: 'sim:1',
    rate: rate(1_000_000_000),
    expected: price(108_431),
    slippage: 1,
    knownSeq: 12,
    account: null,
    ...fields,
  }
}

type Named = Pick<Order, 'id' | 'userId'>

/** A buy of 0.50 lots at market. */
export function openOrder(fields: Named & Partial<Order>): Order {
  const receipt = sampleReceipt('market_order')
  return {
    marketId: market?.id ?? 1,
    side: 'buy',
    kind: 'market',
    status: 'open',
    lots: lots(50),
    leverage: 100,
    terms: orderTerms(market ?? noMarket(), 'per_lot'),
    askedPrice: price(108_431),
    openPrice: price(108_430),
    margin: micros(542_150_000),
    fee: micros(2_500_000),
    stopLoss: price(108_000),
    takeProfit: null,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: null,
    amendedFrom: null,
    placed: receipt,
    opened: receipt,
    ended: null,
    placedAtMs,
    openedAtMs: placedAtMs,
    endedAtMs: null,
    ...fields,
  }
}

/** A buy limit below the price. */
export function pendingOrder(fields: Named & Partial<Order>): Order {
  return openOrder({
    kind: 'limit',
    status: 'pending',
    askedPrice: price(107_000),
    openPrice: price(107_000),
    margin: micros(0),
    fee: micros(0),
    stopLoss: null,
    placed: sampleReceipt('pending_order', { slippage: null }),
    opened: null,
    openedAtMs: null,
    ...fields,
  })
}

/** The given order, closed with this profit. */
export function closedOrder(order: Order, profit: number, fields: Partial<Order> = {}): Order {
  return {
    ...order,
    status: 'closed',
    closePrice: price(108_420),
    profit: micros(profit),
    endCause: 'user',
    ended: sampleReceipt('closed_by_user'),
    endedAtMs: placedAtMs + 60_000,
    ...fields,
  }
}

/** The given pending order, cancelled. */
export function cancelledOrder(order: Order, fields: Partial<Order> = {}): Order {
  return { ...order, status: 'cancelled', endCause: 'user', endedAtMs: placedAtMs + 60_000, ...fields }
}

function noMarket(): never {
  throw new Error('the seed has no market')
}
