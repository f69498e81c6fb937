import type { Decision } from '#core/decision/decision.ts'
import { beginDraft, decided } from '#core/decision/draft.ts'
import { mostMoney, mostMoneyShown } from '#core/decision/limits.ts'
import { isAmount, moveMoney, type Wish } from '#core/decision/money/move-money.ts'
import { refuse } from '#core/decision/refuse.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'

/** Credits a deposit, once. */
export function decideDeposit(account: TradingAccount, { amount, reference, known }: Wish): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (account.cash + account.locked + amount > mostMoney)
    return refuse('notional_limit', { limit: mostMoneyShown })
  // After this point it must succeed.
  const draft = beginDraft(account)
  moveMoney(draft, { reference, kind: 'deposit', amount, state: 'credited' })
  return decided(draft, [])
}
