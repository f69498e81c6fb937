import type { FundsFields } from '#contract/calls/account.ts'
import type { AccountPush } from '#contract/live.ts'

// Decodes account figures from the wire. Must not import schemas, because the browser loads this file.

/** Account figures as exact decimals in US dollars. */
export type AccountAmounts = {
  readonly balance: string
  readonly equity: string
  /** At mid prices, which the margin level uses. */
  readonly midEquity: string
  /** Floating profit of all open orders. */
  readonly profit: string
  readonly usedMargin: string
  readonly freeMargin: string
  readonly locked: string
  /** Percent; null without margin. */
  readonly marginLevel: string | null
  readonly marginUsage: string | null
  /** Sequence of the prices; larger is newer. */
  readonly quoteSeq: number
  /** Fingerprint of the active orders. A new value means that the order lists must be reloaded. */
  readonly ordersMark: string
}

export function amountsOfFunds(answer: FundsFields): AccountAmounts {
  return {
    balance: answer.balance,
    equity: answer.net_value,
    midEquity: answer.mid_net_value,
    profit: answer.profit,
    usedMargin: answer.used_margin,
    freeMargin: answer.available,
    locked: answer.lock_balance,
    marginLevel: answer.hazard_rate,
    marginUsage: answer.prepayment_ratio,
    quoteSeq: answer.QuoteSeq,
    ordersMark: answer.OrdersMark,
  }
}

export function amountsOfPush(push: AccountPush): AccountAmounts {
  return {
    balance: push.Balance,
    equity: push.NetValue,
    midEquity: push.MidNetValue,
    profit: push.ProfitsTotal,
    usedMargin: push.CautionMoneyAll,
    freeMargin: push.Available,
    locked: push.Locked,
    marginLevel: push.HazardRate,
    marginUsage: push.PrepaymentRatio,
    quoteSeq: push.QuoteSeq,
    ordersMark: push.OrdersMark,
  }
}
