import { boardWait } from '#core/decision/board-wait.ts'
import { type Decision, type DecisionContext, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { type Draft, decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { maxAccountValue, maxAccountValueText } from '#core/decision/limits.ts'
import { type Movement, movementTransfer } from '#core/ledger/movement.ts'
import { accountFigures } from '#core/margin/account-figures.ts'
import { formatMicros, type Micros, micros } from '#core/money/amounts.ts'
import { openOrders } from '#core/order/active-orders.ts'

type FundsRequest = {
  readonly amount: Micros
  readonly reference: string
  /** What was found under the reference. */
  readonly known: Movement | null
}

function isValidAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0
}

function recordMovement(draft: Draft, movement: Movement): void {
  draft.movement = movement
  postTransfers(draft, [movementTransfer(movement)])
}

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

/** Puts aside what is to be sent, at most the smaller of cash and what open orders leave available. */
export function decideWithdrawal(
  account: TradingAccount,
  wish: FundsRequest,
  { board }: DecisionContext,
): Decision {
  const { amount, reference, known } = wish
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (boardWait(openOrders(account.orders), board) !== undefined) return refuse('stale_price')
  const { available } = accountFigures(account.cash, openOrders(account.orders), board)
  const most = Math.max(0, Math.min(account.cash, available))
  if (amount > most) return refuse('insufficient_balance', { available: formatMicros(micros(most)) })
  // After this point it must succeed.
  const draft = startDraft(account)
  recordMovement(draft, { reference, kind: 'withdrawal', amount, state: 'locked' })
  return decided(draft, [])
}

type WithdrawalResult = { readonly isSent: boolean; readonly known: Movement | null }

/** Sends what was put aside, or gives it back: either once. */
export function decideWithdrawalResult(
  account: TradingAccount,
  { isSent, known }: WithdrawalResult,
): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (known === null || known.kind !== 'withdrawal') return refuse('movement_unknown')
  if (known.state !== 'locked') return refuse('movement_exists')
  // More than there is put aside cannot be this account's.
  if (known.amount > account.locked) return refuse('movement_unknown')
  // After this point it must succeed.
  const draft = startDraft(account)
  recordMovement(draft, { ...known, state: isSent ? 'sent' : 'returned' })
  return decided(draft, [])
}
