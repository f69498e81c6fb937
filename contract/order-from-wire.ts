import type { OrderFields, ReceiptFields } from '#contract/calls/order-fields.ts'
import type { OrderKind, OrderStatus, Side } from '#core/order/order.ts'

// Decodes orders from the wire. Must not import schemas, because the browser loads this file.

/** An order for display. Money, prices and lots are exact decimals, times are ISO 8601. */
export type ShownOrder = {
  readonly id: number
  readonly market: OrderMarket
  readonly side: Side
  readonly kind: OrderKind
  readonly status: OrderStatus
  readonly lots: string
  /** Opening price; the order price while pending. */
  readonly openPrice: string
  /** The requested order price, or the price the user saw. */
  readonly askedPrice: string
  /** Closing price at the time of the answer. For an open order, pushed prices are newer. */
  readonly closingPrice: string | null
  /** Without the fee. Like `closingPrice`, pushed while the order is open. */
  readonly profit: string
  readonly margin: string
  readonly fee: string
  readonly stopLoss: string | null
  readonly takeProfit: string | null
  readonly leverage: number
  readonly unitsPerLot: number
  /** Lot step and minimum rest of a partial close. */
  readonly lotStep: string
  readonly leastLots: string
  readonly placedAt: string
  readonly openedAt: string | null
  readonly endedAt: string | null
  /** An `EndCause` of `core/order/order.ts`, or an unknown one from a newer server. */
  readonly endCause: string | null
  readonly parentId: number | null
  /** The cancelled pending order that this one replaced. */
  readonly amendedFrom: number | null
  readonly receipts: {
    readonly placed: ShownReceipt
    readonly opened: ShownReceipt | null
    readonly ended: ShownReceipt | null
  }
}

export type OrderMarket = {
  readonly id: number
  readonly code: string
  readonly showCode: string
  readonly name: string
  readonly logo: string
  /** Decimals of this order's prices. */
  readonly precision: number
  readonly quoteCurrency: string
}

/** Inputs of a decision, so that the user can verify it. */
export type ShownReceipt = {
  readonly rule: string
  readonly bid: string | null
  readonly ask: string | null
  /** Time of the quote. */
  readonly quotedAt: string | null
  readonly seq: number | null
  readonly feed: string
  /** Value of one unit of the quote currency in US dollars. */
  readonly rate: string | null
  readonly expected: string | null
  /** Price improvement over the expected price; negative if worse. */
  readonly slippage: string | null
  /** Account figures of a close-out, or of a cancellation for insufficient margin. */
  readonly account: {
    readonly balance: string
    /** At closing prices; null for a close-out. */
    readonly equity: string | null
    /** At mid prices; null except for a close-out. */
    readonly midEquity: string | null
    readonly usedMargin: string
    readonly marginLevel: string | null
    readonly needed: string | null
  } | null
}

const kinds: readonly OrderKind[] = ['market', 'limit', 'stop']
const statuses: readonly OrderStatus[] = ['pending', 'open', 'cancelled', 'closed']

export function orderFromWire(wire: OrderFields): ShownOrder {
  const { ForexTradeLists: market, receipt } = wire
  return {
    id: wire.Id,
    market: {
      id: market.Id,
      code: market.Code,
      showCode: market.ShowCode,
      name: market.Name,
      logo: market.Logo,
      precision: market.PricePrecision,
      quoteCurrency: market.QuoteCurrency,
    },
    side: wire.OrderType === 1 ? 'buy' : 'sell',
    kind: kinds[wire.OrderKind - 1] ?? 'market',
    status: statuses[wire.Status] ?? 'closed',
    lots: wire.Quantity,
    openPrice: wire.OriginPrice,
    askedPrice: wire.Price,
    closingPrice: wire.UpdatePrice,
    profit: wire.FactProfits,
    margin: wire.CautionMoney,
    fee: wire.TradeFee,
    stopLoss: wire.TargetLossPrice,
    takeProfit: wire.TargetProfitPrice,
    leverage: wire.Multiple,
    unitsPerLot: wire.ForexContNum,
    lotStep: wire.Pip,
    leastLots: wire.ForexMinCont,
    placedAt: wire.CreateTime,
    openedAt: wire.OpenTime,
    endedAt: wire.CompleteTime,
    endCause: wire.CloseReason,
    parentId: wire.ParentId,
    amendedFrom: wire.AmendedFrom,
    receipts: {
      placed: receiptFromWire(receipt.placed),
      opened: receipt.opened === null ? null : receiptFromWire(receipt.opened),
      ended: receipt.ended === null ? null : receiptFromWire(receipt.ended),
    },
  }
}

function receiptFromWire(wire: ReceiptFields): ShownReceipt {
  const { rule, bid, ask, time, seq, feed, rate, expected, slippage, account } = wire
  return {
    ...{ rule, bid, ask, quotedAt: time, seq, feed, rate, expected, slippage },
    account:
      account === null
        ? null
        : {
            balance: account.balance,
            equity: account.net_value,
            midEquity: account.mid_net_value,
            usedMargin: account.used_margin,
            marginLevel: account.hazard_rate,
            needed: account.needed,
          },
  }
}
