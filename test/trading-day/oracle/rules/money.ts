import { figuresOf } from '#test/trading-day/oracle/figures.ts'
import {
  type Account,
  done,
  maxMicros,
  move,
  type OracleState,
  openOrders,
  pendingOrders,
  refused,
} from '#test/trading-day/oracle/oracle-state.ts'
import type {
  Book,
  OracleAnswer,
  OracleCommand,
  OracleReason,
} from '#test/trading-day/oracle/oracle-types.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { cancel, settle } from '#test/trading-day/oracle/rules/closing.ts'

const demoMicros = 100_000_000_000n

/** "A demo account opens with 100,000 USD from the house. A real account opens empty." */
export function openAccount(state: OracleState, userId: number, book: Book): OracleAnswer {
  if (state.accounts.has(userId)) return { kind: 'nothing' }
  const account: Account = {
    userId,
    book,
    cash: 0n,
    locked: 0n,
    isWarned: false,
    notices: 0,
    orders: [],
    transfers: [],
  }
  state.accounts.set(userId, account)
  if (book === 'demo') move(account, 'demo', 'demo_credit', 'cash', demoMicros)
  return done()
}

/**
 * "Every open order is closed, oldest first, at the closing price of the last quote, whatever the state of its market.
 * Every pending order is cancelled. One transfer sets cash to 100,000 USD. Nothing is written off."
 */
export function resetDemo(state: OracleState, account: Account): OracleAnswer {
  if (account.book !== 'demo') return refused('not_demo')
  const open = openOrders(account)
  const pending = pendingOrders(account)
  for (const order of open) settle(state, account, order, 'demo_reset')
  for (const order of pending) cancel(order, 'demo_reset', null)
  const missing = demoMicros - account.cash
  if (missing > 0n) move(account, 'demo', 'demo_credit', 'cash', missing)
  else move(account, 'demo', 'cash', 'demo_credit', -missing)
  account.isWarned = false
  return done(...[...open, ...pending].map(({ id }) => id).sort((a, b) => a - b))
}

type MovementCommand = Extract<OracleCommand, { readonly kind: 'deposit' | 'request_withdrawal' }>
type Finish = Extract<OracleCommand, { readonly kind: 'finish_withdrawal' }>

/** "Refused … if cash and locked together would exceed 10^15." */
export function deposit(state: OracleState, account: Account, command: MovementCommand): OracleAnswer {
  const refusal = movementRefusal(state, account, command)
  if (refusal !== undefined) return refused(refusal)
  const amount = BigInt(command.amount)
  if (account.cash + account.locked + amount > maxMicros) return refused('notional_limit')
  state.movements.set(command.reference, { userId: account.userId, amount, state: 'credited' })
  move(account, 'deposit', 'deposits', 'cash', amount)
  return done()
}

/** "The amount moves from cash to locked." "The amount is at most the smaller of cash and free margin." */
export function requestWithdrawal(
  state: OracleState,
  account: Account,
  command: MovementCommand,
): OracleAnswer {
  const refusal = movementRefusal(state, account, command)
  if (refusal !== undefined) return refused(refusal)
  // "While the account waits for fresh prices it is refused with `stale_price`."
  if (isWaiting(state, account)) return refused('stale_price')
  const amount = BigInt(command.amount)
  if (amount > account.cash || amount > figuresOf(state, account).freeMargin) {
    return refused('insufficient_balance')
  }
  state.movements.set(command.reference, { userId: account.userId, amount, state: 'locked' })
  move(account, 'withdrawal', 'cash', 'locked', amount)
  return done()
}

/** "When the withdrawal is sent, the amount moves from locked to the house; when it is declined, back to cash." */
export function finishWithdrawal(state: OracleState, account: Account, command: Finish): OracleAnswer {
  if (account.book === 'demo') return refused('demo_forbidden')
  const movement = state.movements.get(command.reference)
  const isOwn = movement?.userId === account.userId && movement.state !== 'credited'
  if (movement === undefined || !isOwn) return refused('movement_unknown')
  if (movement.state !== 'locked') return refused('movement_exists')
  movement.state = command.isSent ? 'sent' : 'returned'
  if (command.isSent) move(account, 'withdrawal', 'locked', 'withdrawals', movement.amount)
  else move(account, 'withdrawal_returned', 'locked', 'cash', movement.amount)
  return done()
}

/** Refusals common to deposits and withdrawals, in the order of the rules. */
function movementRefusal(
  state: OracleState,
  account: Account,
  command: MovementCommand,
): OracleReason | undefined {
  if (account.book === 'demo') return 'demo_forbidden'
  if (!Number.isInteger(command.amount) || command.amount <= 0) return 'invalid_amount'
  return state.movements.has(command.reference) ? 'movement_exists' : undefined
}
