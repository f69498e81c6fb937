// Answers and pushes of an account as the server gives them, for tests.
import type { MyDealAnswer } from '#contract/calls/my-deal.ts'
import type { FundsFields, OrderFields, ReceiptFields } from '#contract/calls/order-fields.ts'
import { type Amounts, amountsOfFunds } from '#contract/funds-from-wire.ts'
import type { AccountPush } from '#contract/live.ts'

export function fundsAt(seq: number, more: Partial<FundsFields> = {}): FundsFields {
  return {
    balance: '100.000000',
    lock_balance: '5.000000',
    profit: '0.000000',
    net_value: `${seq}.000000`,
    mid_net_value: `${seq}.000000`,
    used_margin: '0.000000',
    available: `${seq}.000000`,
    prepayment_ratio: null,
    hazard_rate: null,
    QuoteSeq: seq,
    OrdersMark: 'a',
    ...more,
  }
}

export function amountsAt(seq: number, more: Partial<FundsFields> = {}): Amounts {
  return amountsOfFunds(fundsAt(seq, more))
}

export function dealAt(
  seq: number,
  data: readonly OrderFields[] = [],
  more: Partial<MyDealAnswer> = {},
): MyDealAnswer {
  return { ...fundsAt(seq), data: [...data], total: data.length, all_fact_profits: '0.000000', ...more }
}

/** The orders that are open come to so much each, in dollars. */
export function pushAt(
  seq: number,
  more: Partial<AccountPush> = {},
  profits: Readonly<Record<number, string>> = {},
): AccountPush {
  return {
    ProfitsTotal: '0.000000',
    HazardRate: null,
    CautionMoneyAll: '0.000000',
    NetValue: `${seq}.000000`,
    MidNetValue: `${seq}.000000`,
    Balance: '100.000000',
    Locked: '5.000000',
    Available: `${seq}.000000`,
    PrepaymentRatio: null,
    TransOrder: Object.entries(profits).map(([id, profit]) => ({
      Id: Number(id),
      UpdatePrice: '1.08500',
      FactProfits: profit,
    })),
    QuoteSeq: seq,
    OrdersMark: 'a',
    Notice: null,
    ...more,
  }
}

const receipt: ReceiptFields = {
  rule: 'market_order',
  bid: '1.08420',
  ask: '1.08428',
  time: '2026-01-05T10:00:00.000Z',
  seq: 7,
  feed: 'sim:1',
  rate: '1.000000000',
  expected: '1.08428',
  slippage: '0.00000',
  account: null,
}

export function orderOf(id: number, more: Partial<OrderFields> = {}): OrderFields {
  return {
    Id: id,
    ForexTradeLists: {
      Id: 1,
      Code: 'EURUSD',
      ShowCode: 'EUR/USD',
      Name: 'Euro / US Dollar',
      Logo: '/logos/EURUSD.svg',
      PricePrecision: 5,
      QuoteCurrency: 'USD',
    },
    OrderType: 1,
    OrderKind: 1,
    Quantity: '0.50',
    OriginPrice: '1.08428',
    Price: '1.08428',
    UpdatePrice: '1.08420',
    FactProfits: '-4.000000',
    CautionMoney: '542.140000',
    TradeFee: '1.500000',
    TargetLossPrice: null,
    TargetProfitPrice: null,
    Multiple: 100,
    ForexContNum: 100_000,
    Pip: '0.01',
    ForexMinCont: '0.01',
    CreateTime: '2026-01-05T10:00:00.000Z',
    CreateTimeHandler: 'Jan 5, 2026, 10:00:00 UTC',
    OpenTime: '2026-01-05T10:00:00.000Z',
    OpenTimeHandler: 'Jan 5, 2026, 10:00:00 UTC',
    CompleteTime: null,
    CompleteTimeHandler: null,
    Status: 1,
    CloseReason: null,
    ParentId: null,
    receipt: { placed: receipt, opened: receipt, ended: null },
    ...more,
  }
}
