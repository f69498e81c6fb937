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
  /** Version of the account; larger is newer. Equal versions have equal balances and orders. */
  readonly version: number
}

/** Positive if `one` is newer. Versions count first: a change of the account matters more than a price. */
export function compareAge(
  one: Pick<AccountAmounts, 'version' | 'quoteSeq'>,
  other: Pick<AccountAmounts, 'version' | 'quoteSeq'>,
): number {
  return one.version - other.version || one.quoteSeq - other.quoteSeq
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
    version: answer.Version,
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
    version: push.Version,
  }
}
