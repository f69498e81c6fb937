// Account answers and pushes in the server's wire format.

import { type AccountAmounts, amountsOfFunds } from '#contract/account-from-wire.ts'
import type { FundsFields } from '#contract/calls/account.ts'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import type { AccountPush } from '#contract/live.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

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
    Version: 1,
    ...more,
  }
}

export function amountsAt(seq: number, more: Partial<FundsFields> = {}): AccountAmounts {
  return amountsOfFunds(fundsAt(seq, more))
}

export function dealAt(
  seq: number,
  data: readonly OrderFields[] = [],
  more: Partial<MyDealAnswer> = {},
): MyDealAnswer {
  return { ...fundsAt(seq), data: [...data], total: data.length, all_fact_profits: '0.000000', ...more }
}

/** The socket push of an account with these funds. */
export function pushOf(funds: FundsFields, more: Partial<AccountPush> = {}): AccountPush {
  return {
    ProfitsTotal: funds.profit,
    HazardRate: funds.hazard_rate,
    CautionMoneyAll: funds.used_margin,
    NetValue: funds.net_value,
    MidNetValue: funds.mid_net_value,
    Balance: funds.balance,
    Locked: funds.lock_balance,
    Available: funds.available,
    PrepaymentRatio: funds.prepayment_ratio,
    TransOrder: [],
    QuoteSeq: funds.QuoteSeq,
    Version: funds.Version,
    Notice: null,
    ...more,
  }
}

/** A push with the given profit for each open order, in dollars. */
export function pushAt(
  seq: number,
  more: Partial<AccountPush> = {},
  profits: Readonly<Record<number, string>> = {},
): AccountPush {
  const TransOrder = Object.entries(profits).map(([id, profit]) => ({
    Id: Number(id),
    UpdatePrice: '1.08500',
    FactProfits: profit,
  }))
  return pushOf(fundsAt(seq), { TransOrder, ...more })
}

export function orderOf(id: number, more: Partial<OrderFields> = {}): OrderFields {
  return orderWire({ Id: id, ...more })
}
