import { type Account, type Order, openOrders } from '#test/trading-day/oracle/account.ts'
import { closingPrice } from '#test/trading-day/oracle/figures.ts'
import type { Quote, Tick } from '#test/trading-day/oracle/prices.ts'
import { close } from '#test/trading-day/oracle/rules/close-order.ts'
import { judgePending } from '#test/trading-day/oracle/rules/judge-pending.ts'
import { judgeRisk } from '#test/trading-day/oracle/rules/judge-risk.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

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
