import { type Account, move, openOrders, pendingOrders } from '#test/trading-day/oracle/account.ts'
import type { Book, OracleAnswer } from '#test/trading-day/oracle/oracle-types.ts'
import { cancel } from '#test/trading-day/oracle/rules/cancel-order.ts'
import { settle } from '#test/trading-day/oracle/rules/close-order.ts'
import { done, refused, type World } from '#test/trading-day/oracle/world.ts'

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
