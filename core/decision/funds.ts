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
  /** Existing movement with this reference. */
  readonly known: Movement | null
}

/** Credits a deposit once per reference. */
export function decideDeposit(account: TradingAccount, { amount, reference, known }: FundsRequest): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (account.cash + account.locked + amount > maxAccountValue)
    return refuse('notional_limit', { limit: maxAccountValueText })
  // No refusal beyond this point.
  const draft = startDraft(account)
  recordMovement(draft, { reference, kind: 'deposit', amount, state: 'credited' })
  return decided(draft, [])
}

/** Locks the amount of a withdrawal. The limit is the smaller of the balance and the free margin. */
export function decideWithdrawal(
  account: TradingAccount,
  request: FundsRequest,
  { board }: DecisionContext,
): Decision {
  const { amount, reference, known } = request
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (boardWait(openOrders(account.orders), board) !== undefined) return refuse('stale_price')
  const { freeMargin } = accountFigures(account.cash, openOrders(account.orders), board)
  const most = Math.max(0, Math.min(account.cash, freeMargin))
  if (amount > most) return refuse('insufficient_balance', { available: formatMicros(micros(most)) })
  // No refusal beyond this point.
  const draft = startDraft(account)
  recordMovement(draft, { reference, kind: 'withdrawal', amount, state: 'locked' })
  return decided(draft, [])
}

type WithdrawalResult = { readonly isSent: boolean; readonly known: Movement | null }

/** Marks a locked withdrawal as sent, or returns it to the balance. Each withdrawal ends once. */
export function decideWithdrawalResult(
  account: TradingAccount,
  { isSent, known }: WithdrawalResult,
): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (known === null || known.kind !== 'withdrawal') return refuse('movement_unknown')
  if (known.state !== 'locked') return refuse('movement_exists')
  // An amount above the locked balance cannot belong to this account.
  if (known.amount > account.locked) return refuse('movement_unknown')
  // No refusal beyond this point.
  const draft = startDraft(account)
  recordMovement(draft, { ...known, state: isSent ? 'sent' : 'returned' })
  return decided(draft, [])
}

function isValidAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0
}

function recordMovement(draft: Draft, movement: Movement): void {
  draft.movement = movement
  postTransfers(draft, [movementTransfer(movement)])
}
