import { isAtMost, type Rational, ratio } from '#test/trading-day/oracle/exact-numbers.ts'
import { closingPrice, closingProfit, marginLevel, openingPrice } from '#test/trading-day/oracle/figures.ts'
import {
  type Account,
  type OracleState,
  type Order,
  openOrders,
  pendingOrders,
} from '#test/trading-day/oracle/oracle-state.ts'
import type { EndCause } from '#test/trading-day/oracle/oracle-types.ts'
import type { Quote, Tick } from '#test/trading-day/oracle/prices.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { cancel, close } from '#test/trading-day/oracle/rules/closing.ts'
import {
  fill,
  isTooLarge,
  lacksMargin,
  maxOpenOrders,
  mayNotOpen,
} from '#test/trading-day/oracle/rules/placing.ts'

/** "On a tick every account is evaluated in three steps." */
export function evaluateTick(state: OracleState, account: Account, tick: Tick): void {
  evaluateStops(state, account, tick)
  evaluateMarginLevel(state, account)
  fillPendingOrders(state, account, tick)
}

/** "Stop loss and take profit of the orders of this market that were open before the tick, oldest first." */
function evaluateStops(state: OracleState, account: Account, { marketId, quote }: Tick): void {
  for (const order of openOrders(account).filter((order) => order.marketId === marketId)) {
    if (isStopLossReached(order, quote)) close(state, account, order, 'stop_loss')
    else if (isTakeProfitReached(order, quote)) close(state, account, order, 'take_profit')
  }
}

/** "A buy's stop loss is reached when the bid is at or below it; for a sell the reverse, with the ask." */
function isStopLossReached({ side, stopLoss }: Order, quote: Quote): boolean {
  if (stopLoss === null) return false
  const price = closingPrice(side, quote)
  return side === 'buy' ? price <= stopLoss : price >= stopLoss
}

/** "Its take profit when the bid is at or above it; for a sell the reverse, with the ask." */
function isTakeProfitReached({ side, takeProfit }: Order, quote: Quote): boolean {
  if (takeProfit === null) return false
  const price = closingPrice(side, quote)
  return side === 'buy' ? price >= takeProfit : price <= takeProfit
}

const noticeLevel = ratio(100n, 100n)
const armedLevel = ratio(110n, 100n)
const closeOutLevel = ratio(50n, 100n)

function evaluateMarginLevel(state: OracleState, account: Account): void {
  // "Unless the account waits for fresh prices after step 1."
  if (isWaiting(state, account)) return
  const rate = marginLevel(state, account)
  // "Without used margin the margin call is armed and nothing else happens."
  if (rate === null) {
    account.isWarned = false
    return
  }
  callForMargin(account, rate)
  closeOut(state, account)
}

/**
 * "At 100 % or less, if the margin call is armed, a notice is stored and the margin call is disarmed. Above 110 % it is
 * armed again."
 */
function callForMargin(account: Account, rate: Rational): void {
  if (isAtMost(rate, noticeLevel) && !account.isWarned) {
    account.notices += 1
    account.isWarned = true
  }
  if (!isAtMost(rate, armedLevel)) account.isWarned = false
}

/** "This repeats while the level is at or below 50 % and such an order is left." */
function closeOut(state: OracleState, account: Account): void {
  for (;;) {
    const rate = marginLevel(state, account)
    const worst = worstClosable(state, account)
    if (rate === null || !isAtMost(rate, closeOutLevel) || worst === undefined) return
    close(state, account, worst, 'stop_out')
  }
}

/** "The open order with the lowest profit at its closing price"; only in open markets, the oldest of equals. */
function worstClosable(state: OracleState, account: Account): Order | undefined {
  const closable = openOrders(account).filter(({ marketId }) => state.prices.state(marketId) === 'open')
  const [first, ...others] = closable.map((order) => ({ order, profit: closingProfit(state, order) }))
  return others.reduce((worst, one) => (worst && one.profit >= worst.profit ? worst : one), first)?.order
}

/** "Pending orders of this market that were placed before the tick, in the order in which the price reached them." */
function fillPendingOrders(state: OracleState, account: Account, { marketId, quote, before }: Tick): void {
  const reached = pendingOrders(account)
    .filter((order) => order.marketId === marketId && isReached(order, quote))
    .sort((a, b) => distanceFrom(before, a) - distanceFrom(before, b) || a.id - b.id)
  for (const order of reached) fillOrCancel(state, account, order, quote)
}

/** A limit is filled at a better price, a stop at a worse one. For a buy a lower price is better. */
function waitsForLower({ side, kind }: Order): boolean {
  return (side === 'buy') === (kind === 'limit')
}

/** "A buy limit is reached when the ask is at or below its target, a buy stop when the ask is at or above it." */
function isReached(order: Order, quote: Quote): boolean {
  const price = openingPrice(order.side, quote)
  return waitsForLower(order) ? price <= order.openPrice : price >= order.openPrice
}

/** "The distance of their target from the ask (buys) or bid (sells) of the previous quote, zero if already reached." */
function distanceFrom(before: Quote | undefined, order: Order): number {
  if (before === undefined || isReached(order, before)) return 0
  return Math.abs(Number(openingPrice(order.side, before) - order.openPrice))
}

/** "While the rate is unknown it keeps waiting." */
function fillOrCancel(state: OracleState, account: Account, order: Order, quote: Quote): void {
  const rate = state.prices.rate(order.market.quoteCurrency)
  if (rate === undefined) return
  const cause = causeAgainst(state, account, order, quote, rate)
  if (cause === undefined) fill(state, account, order, quote, rate)
  else cancel(order, cause, quote.seq)
}

/** "It is cancelled for the first of these that applies." */
function causeAgainst(
  state: OracleState,
  account: Account,
  order: Order,
  quote: Quote,
  rate: bigint,
): EndCause | undefined {
  const deal = { ...order, openPrice: openingPrice(order.side, quote), rate }
  if (mayNotOpen(state, account)) return 'simulated_prices'
  if (openOrders(account).length >= maxOpenOrders) return 'orders_limit'
  if (isTooLarge(account, deal, order)) return 'notional_limit'
  return lacksMargin(state, account, deal) ? 'insufficient_margin' : undefined
}
