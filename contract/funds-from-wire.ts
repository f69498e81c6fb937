import type { GetBalanceAnswer } from '#contract/calls/get-balance.ts'
import type { AccountPush } from '#contract/live.ts'

// What an account comes to, from the wire's words into ours. Plain functions: the browser uses them as they are.

/** Exact decimals in dollars. */
export type Amounts = {
  readonly balance: string
  readonly netValue: string
  readonly usedMargin: string
  readonly available: string
  /** Null as long as nobody told: pushes leave it out, for it does not move with prices. */
  readonly locked: string | null
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

export function amountsOfPush(push: AccountPush, locked: string | null): Amounts {
  return {
    balance: push.Balance,
    netValue: push.NetValue,
    usedMargin: push.CautionMoneyAll,
    available: push.Available,
    locked,
    quoteSeq: push.QuoteSeq,
  }
}
