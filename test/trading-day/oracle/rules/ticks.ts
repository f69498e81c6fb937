import { isAtMost, type Rational, ratio } from '#test/trading-day/oracle/exact-numbers.ts'
import { closingPrice, closingProfit, openingPrice, riskRate } from '#test/trading-day/oracle/figures.ts'
import type { EndCause } from '#test/trading-day/oracle/oracle-types.ts'
import type { Quote, Tick } from '#test/trading-day/oracle/prices.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { cancel, close } from '#test/trading-day/oracle/rules/closing.ts'
import { fill, isTooDear, isTooLarge, mostOpenOrders } from '#test/trading-day/oracle/rules/placing.ts'
import {
  type Account,
  type Order,
  openOrders,
  pendingOrders,
  type World,
} from '#test/trading-day/oracle/world.ts'

/** "On a tick every account is judged, in three steps." */
export function judgeTick(world: World, account: Account, tick: Tick): void {
  judgeStops(world, account, tick)
  judgeRisk(world, account)
  judgePending(world, account, tick)
}

/** "Stop loss and take profit of orders in this market that were open before the tick, oldest first." */
function judgeStops(world: World, account: Account, { marketId, quote }: Tick): void {
  for (const order of openOrders(account).filter((order) => order.marketId === marketId)) {
    if (isStopLossReached(order, quote)) close(world, account, order, 'stop_loss')
    else if (isTakeProfitReached(order, quote)) close(world, account, order, 'take_profit')
  }
}

/** "A buy's stop loss is reached when the bid is at or below it; for a sell with the ask, the reverse." */
function isStopLossReached({ side, stopLoss }: Order, quote: Quote): boolean {
  if (stopLoss === null) return false
  const price = closingPrice(side, quote)
  return side === 'buy' ? price <= stopLoss : price >= stopLoss
}

/** "Its take profit when the bid is at or above it." */
function isTakeProfitReached({ side, takeProfit }: Order, quote: Quote): boolean {
  if (takeProfit === null) return false
  const price = closingPrice(side, quote)
  return side === 'buy' ? price >= takeProfit : price <= takeProfit
}

const noticeLevel = ratio(100n, 100n)
const armedLevel = ratio(110n, 100n)
const closeOutLevel = ratio(50n, 100n)

function judgeRisk(world: World, account: Account): void {
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

/** "Pending orders in this market that were placed before the tick, in the order in which the price reached them." */
function judgePending(world: World, account: Account, { marketId, quote, before }: Tick): void {
  const reached = pendingOrders(account)
    .filter((order) => order.marketId === marketId && isReached(order, quote))
    .sort((a, b) => distanceFrom(before, a) - distanceFrom(before, b) || a.id - b.id)
  for (const order of reached) fillOrCancel(world, account, order, quote)
}

/** A limit waits for a better price, a stop for a worse one; for a buy the better one is the lower. */
function waitsForLower({ side, kind }: Order): boolean {
  return (side === 'buy') === (kind === 'limit')
}

/** "A buy limit is reached when the ask is at or below its target, a buy stop when the ask is at or above it." */
function isReached(order: Order, quote: Quote): boolean {
  const price = openingPrice(order.side, quote)
  return waitsForLower(order) ? price <= order.openPrice : price >= order.openPrice
}

/** "By how many steps their target was away from the quote before, none when that was already there." */
function distanceFrom(before: Quote | undefined, order: Order): number {
  if (before === undefined || isReached(order, before)) return 0
  return Math.abs(Number(openingPrice(order.side, before) - order.openPrice))
}

/** "Where the rate is unknown it goes on waiting." */
function fillOrCancel(world: World, account: Account, order: Order, quote: Quote): void {
  const rate = world.prices.rate(order.market.quoteCurrency)
  if (rate === undefined) return
  const cause = causeAgainst(world, account, order, quote, rate)
  if (cause === undefined) fill(world, account, order, quote, rate)
  else cancel(order, cause, quote.seq)
}

/** "For the first that holds, it is cancelled." */
function causeAgainst(
  world: World,
  account: Account,
  order: Order,
  quote: Quote,
  rate: bigint,
): EndCause | undefined {
  const deal = { ...order, openPrice: openingPrice(order.side, quote), rate }
  if (openOrders(account).length >= mostOpenOrders) return 'orders_limit'
  if (isTooLarge(account, deal, order)) return 'notional_limit'
  return isTooDear(world, account, deal) ? 'insufficient_margin' : undefined
}
