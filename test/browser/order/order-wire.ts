import type { OrderFields, ReceiptFields } from '#contract/calls/order-fields.ts'

const market = {
  Id: 101,
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Name: 'Euro / US Dollar',
  Logo: '/logos/EURUSD.svg',
  PricePrecision: 5,
  QuoteCurrency: 'USD',
}

const receipt: ReceiptFields = {
  rule: 'market',
  bid: '1.08427',
  ask: '1.08435',
  time: '2026-11-14T07:59:59.750Z',
  seq: 41,
  feed: 'sim:1',
  rate: '1.000000000',
  expected: null,
  slippage: null,
  account: null,
}

const placedAt = '2026-11-14T08:00:00.000Z'

/** An order as the wire tells of it: half a lot of EUR/USD bought at the market, unless said otherwise. */
export function orderWire(changed: Partial<OrderFields> = {}): OrderFields {
  const { CreateTime = placedAt, OpenTime = placedAt, CompleteTime = null } = changed
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
    receipt: {
      placed: receipt,
      opened: OpenTime === null ? null : receipt,
      ended: CompleteTime === null ? null : receipt,
    },
    ...changed,
  }
}
