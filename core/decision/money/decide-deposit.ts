import type { Decision } from '#core/decision/decision.ts'
import { decided, startDraft } from '#core/decision/draft.ts'
import { maxAccountValue, maxAccountValueText } from '#core/decision/limits.ts'
import { type FundsRequest, isValidAmount, recordMovement } from '#core/decision/money/move-money.ts'
import { refuse } from '#core/decision/refuse.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'

/** Credits a deposit, once. */
export function decideDeposit(account: TradingAccount, { amount, reference, known }: FundsRequest): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (account.cash + account.locked + amount > maxAccountValue)
    return refuse('notional_limit', { limit: maxAccountValueText })
  // After this point it must succeed.
  const draft = startDraft(account)
  recordMovement(draft, { reference, kind: 'deposit', amount, state: 'credited' })
  return decided(draft, [])
}
