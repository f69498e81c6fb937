import type { GetBalanceAnswer } from '#contract/calls/get-balance.ts'
import type { AccountPush } from '#contract/live.ts'

// What an account comes to, from the wire's words into ours. Plain functions: the browser uses them as they are.

/** Exact decimals in dollars. */
export type Amounts = {
  readonly balance: string
  readonly netValue: string
  readonly usedMargin: string
  readonly available: string
  readonly locked: string
  /** Which state of prices this is; the larger is the newer. */
  readonly quoteSeq: number
}

export function amountsOfBalance(answer: GetBalanceAnswer): Amounts {
  return {
    balance: answer.balance,
    netValue: answer.net_value,
    usedMargin: answer.used_margin,
    available: answer.available,
    locked: answer.lock_balance,
    quoteSeq: answer.QuoteSeq,
  }
}

export function amountsOfPush(push: AccountPush): Amounts {
  return {
    balance: push.Balance,
    netValue: push.NetValue,
    usedMargin: push.CautionMoneyAll,
    available: push.Available,
    locked: push.Locked,
    quoteSeq: push.QuoteSeq,
  }
}
