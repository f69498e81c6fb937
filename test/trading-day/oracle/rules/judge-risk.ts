import { type Account, type Order, openOrders } from '#test/trading-day/oracle/account.ts'
import { closingProfit, riskRate } from '#test/trading-day/oracle/figures.ts'
import { isAtMost, type Rational, ratio } from '#test/trading-day/oracle/rational.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { close } from '#test/trading-day/oracle/rules/close-order.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

const noticeLevel = ratio(100n, 100n)
const armedLevel = ratio(110n, 100n)
const closeOutLevel = ratio(50n, 100n)

export function judgeRisk(world: World, account: Account): void {
  // "Unless the account waits for the board as step 1 has left it."
  if (isWaiting(world, account)) return
  const rate = riskRate(world, account)
  // "With no used margin the call is armed and nothing else happens."
  if (rate === null) {
    account.isWarned = false
    return
  }
  callForMargin(account, rate)
  closeOut(world, account)
}

/** "At 100 % or less, where the call is armed, a notice is given and it is no longer armed; above 110 % it is again." */
function callForMargin(account: Account, rate: Rational): void {
  if (isAtMost(rate, noticeLevel) && !account.isWarned) {
    account.notices += 1
    account.isWarned = true
  }
  if (!isAtMost(rate, armedLevel)) account.isWarned = false
}

/** "This is repeated while the rate is at or below 50 % and one is left." */
function closeOut(world: World, account: Account): void {
  for (;;) {
    const rate = riskRate(world, account)
    const worst = worstClosable(world, account)
    if (rate === null || !isAtMost(rate, closeOutLevel) || worst === undefined) return
    close(world, account, worst, 'stop_out')
  }
}

/** "Among the open orders whose market is open the one with the lowest profit at its closing price, the oldest of equals." */
function worstClosable(world: World, account: Account): Order | undefined {
  const closable = openOrders(account).filter(({ marketId }) => world.prices.state(marketId) === 'open')
  const [first, ...others] = closable.map((order) => ({ order, profit: closingProfit(world, order) }))
  return others.reduce((worst, one) => (worst && one.profit >= worst.profit ? worst : one), first)?.order
}
