import { figuresOf } from '#test/trading-day/oracle/figures.ts'
import type {
  Book,
  OracleAnswer,
  OracleCommand,
  OracleReason,
} from '#test/trading-day/oracle/oracle-types.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { cancel, settle } from '#test/trading-day/oracle/rules/closing.ts'
import {
  type Account,
  done,
  mostMicros,
  move,
  openOrders,
  pendingOrders,
  refused,
  type World,
} from '#test/trading-day/oracle/world.ts'

const demoMicros = 100_000_000_000n

/** "A demo account opens with 100,000 USD from the house. A real one opens empty." */
export function openAccount(world: World, userId: number, book: Book): OracleAnswer {
  if (world.accounts.has(userId)) return { kind: 'nothing' }
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
  world.accounts.set(userId, account)
  if (book === 'demo') move(account, 'demo', 'demo_credit', 'cash', demoMicros)
  return done()
}

/**
 * "Every open order is closed, oldest first, at the closing price of the last quote whatever the state of its market;
 * every pending one is cancelled; one transfer makes cash 100,000. Nothing is written off."
 */
export function resetDemo(world: World, account: Account): OracleAnswer {
  if (account.book !== 'demo') return refused('not_demo')
  const open = openOrders(account)
  const pending = pendingOrders(account)
  for (const order of open) settle(world, account, order, 'demo_reset')
  for (const order of pending) cancel(order, 'demo_reset', null)
  const missing = demoMicros - account.cash
  if (missing > 0n) move(account, 'demo', 'demo_credit', 'cash', missing)
  else move(account, 'demo', 'cash', 'demo_credit', -missing)
  account.isWarned = false
  return done(...[...open, ...pending].map(({ id }) => id).sort((a, b) => a - b))
}

type InOrOut = Extract<OracleCommand, { readonly kind: 'deposit' | 'request_withdrawal' }>
type Finish = Extract<OracleCommand, { readonly kind: 'finish_withdrawal' }>

/** "Refused … where cash and locked together would go above 10^15." */
export function deposit(world: World, account: Account, command: InOrOut): OracleAnswer {
  const refusal = movementRefusal(world, account, command)
  if (refusal !== undefined) return refused(refusal)
  const amount = BigInt(command.amount)
  if (account.cash + account.locked + amount > mostMicros) return refused('notional_limit')
  world.movements.set(command.reference, { userId: account.userId, amount, state: 'credited' })
  move(account, 'deposit', 'deposits', 'cash', amount)
  return done()
}

/** "The amount goes from cash to locked; at most the smaller of cash and available." */
export function requestWithdrawal(world: World, account: Account, command: InOrOut): OracleAnswer {
  const refusal = movementRefusal(world, account, command)
  if (refusal !== undefined) return refused(refusal)
  // "Before that is looked at, `stale_price` while the account waits for the board."
  if (isWaiting(world, account)) return refused('stale_price')
  const amount = BigInt(command.amount)
  if (amount > account.cash || amount > figuresOf(world, account).available) {
    return refused('insufficient_balance')
  }
  world.movements.set(command.reference, { userId: account.userId, amount, state: 'locked' })
  move(account, 'withdrawal', 'cash', 'locked', amount)
  return done()
}

/** "When sent it leaves locked for the house; when refused it goes back to cash. Either once." */
export function finishWithdrawal(world: World, account: Account, command: Finish): OracleAnswer {
  if (account.book === 'demo') return refused('demo_forbidden')
  const movement = world.movements.get(command.reference)
  const isOurs = movement?.userId === account.userId && movement.state !== 'credited'
  if (movement === undefined || !isOurs) return refused('movement_unknown')
  if (movement.state !== 'locked') return refused('movement_exists')
  movement.state = command.isSent ? 'sent' : 'returned'
  if (command.isSent) move(account, 'withdrawal', 'locked', 'withdrawals', movement.amount)
  else move(account, 'withdrawal_returned', 'locked', 'cash', movement.amount)
  return done()
}

/** What deposits and withdrawals are both refused for, in the order of the rules. */
function movementRefusal(world: World, account: Account, command: InOrOut): OracleReason | undefined {
  if (account.book === 'demo') return 'demo_forbidden'
  if (!Number.isInteger(command.amount) || command.amount <= 0) return 'invalid_amount'
  return world.movements.has(command.reference) ? 'movement_exists' : undefined
}
