import { type Account, type Order, openOrders, pendingOrders } from '#test/trading-day/oracle/account.ts'
import { openingPrice } from '#test/trading-day/oracle/figures.ts'
import type { EndCause } from '#test/trading-day/oracle/oracle-types.ts'
import type { Quote, Tick } from '#test/trading-day/oracle/prices.ts'
import { cancel } from '#test/trading-day/oracle/rules/cancel-order.ts'
import { fill, isTooDear, isTooLarge, mostOpenOrders } from '#test/trading-day/oracle/rules/fill-order.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

/** "Pending orders in this market that were placed before the tick, in the order in which the price reached them." */
export function judgePending(world: World, account: Account, { marketId, quote, before }: Tick): void {
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
