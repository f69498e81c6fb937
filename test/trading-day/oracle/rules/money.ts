import {
  type Account,
  done,
  move,
  type OracleState,
  openOrders,
  pendingOrders,
  refused,
} from '#test/trading-day/oracle/oracle-state.ts'
import type { Book, OracleAnswer } from '#test/trading-day/oracle/oracle-types.ts'
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
