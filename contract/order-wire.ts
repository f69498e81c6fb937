// Encodes orders for the wire. Prices have the decimals of the order's own terms, not those of the market today.

import { liveOrderFields, type OrderFigures, percentToWire } from '#contract/account-wire.ts'
import type { OrderFields, ReceiptFields } from '#contract/calls/order-fields.ts'
import { nameIn } from '#contract/market-wire.ts'
import { formatTime, timeToWire } from '#contract/time-format.ts'
import type { Market } from '#core/market/market.ts'
import { formatLots, formatMicros, formatPrice, formatRate, type Price } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { Order, OrderKind, OrderStatus, Side } from '#core/order/order.ts'
import type { AccountAtDecision, Receipt, Rule } from '#core/order/receipt.ts'
import type { LanguageCode } from '#i18n/languages.ts'

const orderTypes: Readonly<Record<Side, number>> = { buy: 1, sell: 2 }
const orderKinds: Readonly<Record<OrderKind, number>> = { market: 1, limit: 2, stop: 3 }
const orderStatuses: Readonly<Record<OrderStatus, number>> = { pending: 0, open: 1, cancelled: 2, closed: 3 }

export function sideFromWire(type: number): Side {
  return type === orderTypes.buy ? 'buy' : 'sell'
}

export function orderToWire(figures: OrderFigures, market: Market, language: LanguageCode): OrderFields {
  const { order } = figures
  const priced = pricedAt(order.terms.pricePrecision)
  return {
    Id: order.id,
    ForexTradeLists: marketOf(order, market, language),
    OrderType: orderTypes[order.side],
    OrderKind: orderKinds[order.kind],
    Quantity: formatLots(order.lots),
    OriginPrice: formatPrice(order.openPrice, order.terms.pricePrecision),
    Price: formatPrice(order.askedPrice ?? order.openPrice, order.terms.pricePrecision),
    ...liveOrderFields(figures),
    CautionMoney: formatMicros(order.margin),
    TradeFee: formatMicros(order.fee),
    TargetLossPrice: priced(order.stopLoss),
    TargetProfitPrice: priced(order.takeProfit),
    Multiple: order.leverage,
    ForexContNum: order.terms.unitsPerLot,
    Pip: formatLots(order.terms.lotStep),
    ForexMinCont: formatLots(order.terms.leastLots),
    ...timesOf(order, language),
    Status: orderStatuses[order.status],
    CloseReason: order.endCause,
    ParentId: order.parentId,
    // Missing in outcomes stored before orders could be amended.
    AmendedFrom: order.amendedFrom ?? null,
    receipt: receiptsOf(order, priced),
  }
}

/** A market order is placed and opened by the same receipt, which is encoded once. */
function receiptsOf({ placed, opened, ended }: Order, priced: Priced): OrderFields['receipt'] {
  const first = receiptToWire(placed, priced)
  const toWire = (receipt: Receipt) => (receipt === placed ? first : receiptToWire(receipt, priced))
  return {
    placed: first,
    opened: opened === null ? null : toWire(opened),
    ended: ended === null ? null : toWire(ended),
  }
}

function marketOf({ terms }: Order, market: Market, language: LanguageCode): OrderFields['ForexTradeLists'] {
  return {
    Id: market.id,
    Code: market.code,
    ShowCode: market.showCode,
    Name: nameIn(market.names, language),
    Logo: market.logo,
    PricePrecision: terms.pricePrecision,
    QuoteCurrency: terms.quoteCurrency,
  }
}

function timesOf({ placedAtMs, openedAtMs, endedAtMs }: Order, language: LanguageCode) {
  return {
    CreateTime: timeToWire(placedAtMs),
    CreateTimeHandler: formatTime(placedAtMs, language),
    OpenTime: openedAtMs === null ? null : timeToWire(openedAtMs),
    OpenTimeHandler: openedAtMs === null ? null : formatTime(openedAtMs, language),
    CompleteTime: endedAtMs === null ? null : timeToWire(endedAtMs),
    CompleteTimeHandler: endedAtMs === null ? null : formatTime(endedAtMs, language),
  }
}

type Priced = (price: number | null) => string | null

/** Formats a price or a slippage, both in price steps. */
function pricedAt(precision: number): Priced {
  return (steps) => (steps === null ? null : formatDecimal(steps, precision))
}

function receiptToWire(receipt: Receipt, priced: Priced): ReceiptFields {
  const { rule, quote, feed, rate, expected, slippage, account } = receipt
  const priceOf = (price: Price | undefined) => priced(price ?? null)
  return {
    rule,
    bid: priceOf(quote?.bid),
    ask: priceOf(quote?.ask),
    time: quote === null ? null : timeToWire(quote.timeMs),
    seq: quote?.seq ?? null,
    feed,
    rate: rate === null ? null : formatRate(rate),
    expected: priced(expected),
    slippage: priced(slippage),
    account: account === null ? null : accountToWire(account, rule),
  }
}

/** A close-out is decided on equity at mid prices. All other decisions use equity at closing prices. */
function accountToWire(account: AccountAtDecision, rule: Rule): ReceiptFields['account'] {
  const { balance, netValue, usedMargin, riskRate, needed } = account
  const equity = formatMicros(netValue)
  const isAtMidPrices = rule === 'stop_out'
  return {
    balance: formatMicros(balance),
    net_value: isAtMidPrices ? null : equity,
    mid_net_value: isAtMidPrices ? equity : null,
    used_margin: formatMicros(usedMargin),
    hazard_rate: percentToWire(riskRate),
    needed: needed === null ? null : formatMicros(needed),
  }
}
