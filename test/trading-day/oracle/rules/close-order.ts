import { type Account, move, type Order, openOrders } from '#test/trading-day/oracle/account.ts'
import { closingPrice, closingProfit, quoteFor } from '#test/trading-day/oracle/figures.ts'
import type { EndCause, OracleAnswer, OracleCommand } from '#test/trading-day/oracle/oracle-types.ts'
import { ratio, rounded } from '#test/trading-day/oracle/rational.ts'
import { takeOrderId } from '#test/trading-day/oracle/rules/add-order.ts'
import { readLots } from '#test/trading-day/oracle/rules/read-ticket.ts'
import { stateRefusal } from '#test/trading-day/oracle/rules/state-refusal.ts'
import { done, refused, type World } from '#test/trading-day/oracle/world.ts'

type CloseOrder = Extract<OracleCommand, { readonly kind: 'close_order' }>

export function closeOnRequest(world: World, account: Account, command: CloseOrder): OracleAnswer {
  const order = account.orders.find(({ id }) => id === command.orderId)
  if (order === undefined) return refused('order_not_found')
  if (order.status !== 'open') return refused('order_not_open')
  const lots = command.lots === null ? order.lots : readLots(command.lots, order.market)
  if (lots === undefined || !canTakeFrom(order, lots)) return refused('invalid_lots')
  const notNow = stateRefusal(world, order.marketId, command.tapped)
  if (notNow !== undefined) return refused(notNow)
  if (lots === order.lots) {
    close(world, account, order, 'user')
    return done(order.id)
  }
  const part = takePart(world, account, order, lots)
  close(world, account, part, 'user')
  return done(order.id, part.id)
}

/** "At most all lots, and leave nothing or at least the least lots." */
function canTakeFrom(order: Order, lots: bigint): boolean {
  const rest = order.lots - lots
  return rest === 0n || rest >= BigInt(order.market.leastLots)
}

/**
 * "The rest keeps its id; its margin and fee are margin × rest ÷ lots and fee × rest ÷ lots. The closed part is a new
 * order with the next id, the difference of both, and the id of the rest as its parent."
 */
function takePart(world: World, account: Account, order: Order, lots: bigint): Order {
  const rest = order.lots - lots
  const restMargin = rounded(ratio(order.margin * rest, order.lots))
  const restFee = rounded(ratio(order.fee * rest, order.lots))
  const part = {
    ...order,
    id: takeOrderId(world),
    lots,
    margin: order.margin - restMargin,
    fee: order.fee - restFee,
    parentId: order.id,
    // The part replaced no order; the rest did.
    amendedFrom: null,
  }
  order.lots = rest
  order.margin = restMargin
  order.fee = restFee
  account.orders.push(part)
  return part
}

export function close(world: World, account: Account, order: Order, cause: EndCause): void {
  settle(world, account, order, cause)
  if (openOrders(account).length > 0) return
  // "When nothing is open any more and cash is below zero, the house makes it zero, in the same decision."
  if (account.cash < 0n) move(account, 'write_off', 'write_offs', 'cash', -account.cash)
  // "An account with nothing open has its margin call armed again, in the same decision."
  account.isWarned = false
}

/** "Profit above zero goes from the house to cash, below zero from cash to the house." */
export function settle(world: World, account: Account, order: Order, cause: EndCause): void {
  const quote = quoteFor(world, order)
  const profit = closingProfit(world, order)
  order.status = 'closed'
  order.closePrice = closingPrice(order.side, quote)
  order.profit = profit
  order.endCause = cause
  order.endedSeq = quote.seq
  if (profit > 0n) move(account, 'trade_profit', 'trading', 'cash', profit)
  else move(account, 'trade_profit', 'cash', 'trading', -profit)
}
