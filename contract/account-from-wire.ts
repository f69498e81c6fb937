import type { FundsFields } from '#contract/calls/account.ts'
import type { AccountPush } from '#contract/live.ts'

// What an account comes to, from the wire's words into ours. Plain functions: the browser uses them as they are.

/** Exact decimals in dollars. */
export type AccountAmounts = {
  readonly balance: string
  readonly netValue: string
  /** At mid prices: what the risk rate is counted on. */
  readonly midNetValue: string
  /** Floating, of all open orders. */
  readonly profit: string
  readonly usedMargin: string
  readonly available: string
  readonly locked: string
  /** Percent, or null where there is none. */
  readonly riskRate: string | null
  readonly marginRatio: string | null
  /** Which state of prices this is; the larger is the newer. */
  readonly quoteSeq: number
  /** Which orders stand, with which lots and stops; another one means to fetch the lists. */
  readonly ordersMark: string
}

export function amountsOfFunds(answer: FundsFields): AccountAmounts {
  return {
    balance: answer.balance,
    netValue: answer.net_value,
    midNetValue: answer.mid_net_value,
    profit: answer.profit,
    usedMargin: answer.used_margin,
    available: answer.available,
    locked: answer.lock_balance,
    riskRate: answer.hazard_rate,
    marginRatio: answer.prepayment_ratio,
    quoteSeq: answer.QuoteSeq,
    ordersMark: answer.OrdersMark,
  }
}

export function amountsOfPush(push: AccountPush): AccountAmounts {
  return {
    balance: push.Balance,
    netValue: push.NetValue,
    midNetValue: push.MidNetValue,
    profit: push.ProfitsTotal,
    usedMargin: push.CautionMoneyAll,
    available: push.Available,
    locked: push.Locked,
    riskRate: push.HazardRate,
    marginRatio: push.PrepaymentRatio,
    quoteSeq: push.QuoteSeq,
    ordersMark: push.OrdersMark,
  }
}
