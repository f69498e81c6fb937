import { boardWait } from '#core/decision/board-wait.ts'
import type { Command } from '#core/decision/command.ts'
import { type Decision, type DecisionContext, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { maxAccountValue, maxAccountValueText } from '#core/decision/limits.ts'
import { maxCurrencyDecimals, type PayoutTerms, payoutUnits } from '#core/funds/payout.ts'
import { adjustmentTransfer, creditTransfer, lockTransfer, type Movement } from '#core/ledger/movement.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import { accountFigures } from '#core/margin/account-figures.ts'
import { formatMicros, type Micros, micros } from '#core/money/amounts.ts'
import { openOrders } from '#core/order/active-orders.ts'
import { parseRemark } from '#core/user/operator-remark.ts'

type CommandOf<Kind extends Command['kind']> = Omit<Extract<Command, { readonly kind: Kind }>, 'userId'>

/** Decides a deposit once per reference: credits it, rejects it with a note, or marks it as invalid. */
export function decideDeposit(account: TradingAccount, command: CommandOf<'deposit'>): Decision {
  const { amount, reference, known, result = 'credited', operatorId, approverId, note } = command
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (![operatorId, approverId].every(isOptionalOperator)) return refuse('invalid_request')
  if (operatorId === undefined && approverId !== undefined) return refuse('invalid_request')
  if (result === 'rejected' ? !isNote(note) : note !== undefined) return refuse('invalid_request')
  if (hasOneOperatorTwice(command) && command.isWaived !== true) return refuse('same_operator')
  if (result === 'credited' && exceedsBalanceLimit(account, amount))
    return refuse('notional_limit', { limit: maxAccountValueText })
  // No refusal beyond this point.
  const movement: Movement = {
    reference,
    kind: 'deposit',
    amount,
    state: result,
    ...(note === undefined ? {} : { note }),
    ...(operatorId === undefined ? {} : { reviewerId: operatorId }),
    ...(approverId === undefined ? {} : { approverId }),
  }
  const act = {
    ...(operatorId === undefined ? {} : { operatorId }),
    ...(approverId === undefined ? {} : { secondOperatorId: approverId }),
  }
  return withMovement(account, movement, result === 'credited' ? [creditTransfer(movement, act)] : [])
}

export function hasOneOperatorTwice({ operatorId, approverId }: CommandOf<'deposit'>): boolean {
  return operatorId !== undefined && operatorId === approverId
}

/** Locks the amount of a withdrawal. The limit is the smaller of the balance and the free margin. */
export function decideWithdrawal(
  account: TradingAccount,
  { amount, reference, known, terms }: CommandOf<'request_withdrawal'>,
  context: DecisionContext,
): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (terms !== undefined && !areValidTerms(terms, amount)) return refuse('invalid_request')
  if (terms !== undefined && !payoutUnits(amount, terms)) return refuse('payout_too_small')
  const refusal = refuseUnavailable(account, amount, context)
  if (refusal !== undefined) return refusal
  // No refusal beyond this point.
  const movement: Movement = {
    reference,
    kind: 'withdrawal',
    amount,
    state: 'locked',
    ...(terms === undefined ? {} : { terms }),
  }
  return withMovement(account, movement, [lockTransfer(movement)])
}

/** Ends a withdrawal request that was never decided. It moves no money: the amount was not locked. */
export function decideVoid(
  account: TradingAccount,
  { amount, reference, known, note }: CommandOf<'void_withdrawal'>,
): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (!isNote(note)) return refuse('invalid_request')
  // No refusal beyond this point.
  return withMovement(account, { reference, kind: 'withdrawal', amount, state: 'void', note }, [])
}

/** Two operators correct the balance of a real account, down at most to what a withdrawal could take. */
export function decideAdjustment(
  account: TradingAccount,
  command: CommandOf<'adjust'>,
  context: DecisionContext,
): Decision {
  const { amount, reference, known, direction, operatorId, approverId, memo } = command
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (!isValidAmount(amount)) return refuse('invalid_amount')
  if (known !== null) return refuse('movement_exists')
  if (!isOperator(operatorId) || !isOperator(approverId) || !isNote(memo)) return refuse('invalid_request')
  if (operatorId === approverId && command.isWaived !== true) return refuse('same_operator')
  if (direction === 'up' && exceedsBalanceLimit(account, amount))
    return refuse('notional_limit', { limit: maxAccountValueText })
  const refusal = direction === 'down' ? refuseUnavailable(account, amount, context) : undefined
  if (refusal !== undefined) return refusal
  // No refusal beyond this point.
  const movement: Movement = {
    reference,
    kind: 'adjustment',
    amount,
    state: 'adjusted',
    note: memo,
    reviewerId: operatorId,
    approverId,
  }
  const act = { operatorId, secondOperatorId: approverId, memo }
  return withMovement(account, movement, [adjustmentTransfer(movement, direction, act)])
}

export function withMovement(
  account: TradingAccount,
  movement: Movement,
  transfers: readonly Transfer[],
): Decision {
  const draft = startDraft(account)
  draft.movement = movement
  postTransfers(draft, transfers)
  return decided(draft, [])
}

/** Locked money counts, because it may be returned. */
function exceedsBalanceLimit({ cash, locked }: TradingAccount, amount: Micros): boolean {
  return cash + locked + amount > maxAccountValue
}

/** Money that open trades need cannot leave the account. */
function refuseUnavailable(account: TradingAccount, amount: Micros, { board }: DecisionContext) {
  if (boardWait(openOrders(account.orders), board) !== undefined) return refuse('stale_price')
  const { freeMargin } = accountFigures(account.cash, openOrders(account.orders), board)
  const most = Math.max(0, Math.min(account.cash, freeMargin))
  return amount > most ? refuse('insufficient_balance', { available: formatMicros(micros(most)) }) : undefined
}

function isValidAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0
}

const currencyCode = /^[A-Z0-9]{1,16}$/

function areValidTerms({ currency, decimals, fee, rate }: PayoutTerms, amount: Micros): boolean {
  return (
    currencyCode.test(currency) &&
    [decimals, fee, rate].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    decimals <= maxCurrencyDecimals &&
    fee <= amount &&
    rate > 0
  )
}

export function isOperator(id: number | null | undefined): id is number {
  return Number.isSafeInteger(id) && Number(id) > 0
}

function isOptionalOperator(id: number | undefined): boolean {
  return id === undefined || isOperator(id)
}

/** A text as `parseRemark` returns it: the database stores it unchanged. */
export function isNote(text: string | undefined): text is string {
  return text !== undefined && parseRemark(text) === text
}
