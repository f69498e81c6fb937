import type { OrderFields, ReceiptFields } from '#contract/calls/order-fields.ts'
import { orderFromWire, type ShownOrder, type ShownReceipt } from '#contract/order-from-wire.ts'

// Orders in wire format and as the browser shows them. All other order fixtures derive from these.

const market = {
  Id: 101,
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Name: 'Euro / US Dollar',
  Logo: '/logos/EURUSD.svg',
  PricePrecision: 5,
  QuoteCurrency: 'USD',
}

/** Markets other than EUR/USD. */
export const otherMarkets = {
  gold: { ...market, Id: 201, Code: 'XAUUSD', ShowCode: 'XAU/USD', Name: 'Gold', PricePrecision: 2 },
  yen: {
    ...{ ...market, Id: 103, Code: 'USDJPY', ShowCode: 'USD/JPY', Name: 'US Dollar / Yen' },
    ...{ PricePrecision: 3, QuoteCurrency: 'JPY' },
  },
  coin: { ...market, Id: 401, Code: 'BTCUSD', ShowCode: 'BTC/USD', Name: 'Bitcoin', PricePrecision: 2 },
} as const

const placedAt = '2026-11-14T08:00:00.000Z'

/** A receipt at a quote of EUR/USD. */
export function receiptWire(changed: Partial<ReceiptFields> = {}): ReceiptFields {
  return {
    rule: 'market_order',
    bid: '1.08427',
    ask: '1.08435',
    time: '2026-11-14T07:59:59.750Z',
    seq: 41,
    feed: 'sim:1',
    rate: '1.000000000',
    expected: null,
    slippage: null,
    account: null,
    ...changed,
  }
}

/** A market buy of half a lot of EUR/USD by default. */
export function orderWire(changed: Partial<OrderFields> = {}): OrderFields {
  const { CreateTime = placedAt, OpenTime = placedAt, CompleteTime = null } = changed
  const receipt = receiptWire()
  return {
    Id: 1,
    ForexTradeLists: market,
    OrderType: 1,
    OrderKind: 1,
    Quantity: '0.50',
    OriginPrice: '1.08435',
    Price: '1.08435',
    UpdatePrice: '1.08427',
    FactProfits: '-4.000000',
    CautionMoney: '542.175000',
    TradeFee: '3.000000',
    TargetLossPrice: null,
    TargetProfitPrice: null,
    Multiple: 100,
    ForexContNum: 100_000,
    Pip: '0.01',
    ForexMinCont: '0.01',
    CreateTime,
    CreateTimeHandler: CreateTime,
    OpenTime,
    OpenTimeHandler: OpenTime,
    CompleteTime,
    CompleteTimeHandler: CompleteTime,
    Status: 1,
    CloseReason: null,
    ParentId: null,
    AmendedFrom: null,
    receipt: {
      placed: receipt,
      opened: OpenTime === null ? null : receipt,
      ended: CompleteTime === null ? null : receipt,
    },
    ...changed,
  }
}

/** A buy of half a lot of EUR/USD at 1.08435 by default. */
export function shownOrder(changed: Partial<ShownOrder> = {}): ShownOrder {
  return { ...orderFromWire(orderWire()), ...changed }
}

const decided = receiptWire({ expected: '1.08435', slippage: '0.00000' })

/** The default order at a current price of 1.08612, with a stop loss and minimum lots of 0.10. */
export const someOrder: ShownOrder = orderFromWire(
  orderWire({
    Id: 12,
    UpdatePrice: '1.08612',
    FactProfits: '88.500000',
    TargetLossPrice: '1.08267',
    ForexMinCont: '0.10',
    receipt: { placed: decided, opened: decided, ended: null },
  }),
)

export const someReceipt: ShownReceipt = someOrder.receipts.placed
