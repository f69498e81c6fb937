// What an order at market and a pending one that is reached have in common.
import {
  type Account,
  move,
  type Order,
  openOrders,
  pendingOrders,
} from '#test/trading-day/oracle/account.ts'
import { figuresOf, openingPrice, sum } from '#test/trading-day/oracle/figures.ts'
import { type Deal, feeOf, marginOf, notionalOf } from '#test/trading-day/oracle/formulas.ts'
import type { Quote } from '#test/trading-day/oracle/prices.ts'
import { mostMicros, type World } from '#test/trading-day/oracle/world.ts'

export const mostOpenOrders = 500

/**
 * "Price steps × lots × units above 2^51; or cash above 10^15; or the notional of this order and of all others of the
 * account, open and pending, together above 10^15." What waits and is filled now is not counted twice.
 */
export function isTooLarge(account: Account, deal: Deal, itself?: Order): boolean {
  if (deal.openPrice * deal.lots * BigInt(deal.market.unitsPerLot) > 2n ** 51n) return true
  if (account.cash > mostMicros) return true
  const others = [...openOrders(account), ...pendingOrders(account)].filter((order) => order !== itself)
  return sum([deal, ...others].map(notionalOf)) > mostMicros
}

/** "Available < margin + fee." */
export function isTooDear(world: World, account: Account, deal: Deal): boolean {
  const margin = marginOf(deal)
  return figuresOf(world, account).available < margin + feeOf(deal, margin, world.feeMode)
}

/** "The fee, when above zero, goes from cash to the house." */
export function fill(world: World, account: Account, order: Order, quote: Quote, rate: bigint): void {
  order.status = 'open'
  order.openPrice = openingPrice(order.side, quote)
  order.rate = rate
  order.quote = quote
  order.openedSeq = quote.seq
  order.margin = marginOf(order)
  order.fee = feeOf(order, order.margin, world.feeMode)
  move(account, 'fee', 'cash', 'fees', order.fee)
}
