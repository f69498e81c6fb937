import { ratio, rounded } from '#test/trading-day/oracle/exact-numbers.ts'
import { closingPrice, closingProfit, quoteFor } from '#test/trading-day/oracle/figures.ts'
import type {
  EndCause,
  OracleAnswer,
  OracleCommand,
  OracleRefusal,
} from '#test/trading-day/oracle/oracle-types.ts'
import { stateRefusal } from '#test/trading-day/oracle/rules/late-commands.ts'
import { takeOrderId } from '#test/trading-day/oracle/rules/placing.ts'
import { readLots } from '#test/trading-day/oracle/rules/ticket.ts'
import {
  type Account,
  done,
  move,
  type Order,
  openOrders,
  refused,
  type World,
} from '#test/trading-day/oracle/world.ts'

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

type CloseMany = Extract<OracleCommand, { readonly kind: 'close_many' }>

/**
 * "Each judged and closed whole, one after the other in the order given." "Those that are refused do not hinder the
 * others. An id that is named again is over by then."
 */
export function closeMany(world: World, account: Account, command: CloseMany): OracleAnswer {
  const { userId, tapped } = command
  const orders: number[] = []
  const refusals: OracleRefusal[] = []
  for (const orderId of command.orderIds) {
    const answer = closeOnRequest(world, account, {
      kind: 'close_order',
      userId,
      orderId,
      lots: null,
      tapped,
    })
    if (answer.kind === 'refused') refusals.push({ orderId, reason: answer.reason })
    else orders.push(orderId)
  }
  return { kind: 'done', orders, refusals }
}

/** "A pending order, at any time." */
export function cancelOnRequest(account: Account, orderId: number): OracleAnswer {
  const order = account.orders.find(({ id }) => id === orderId)
  if (order === undefined) return refused('order_not_found')
  if (order.status !== 'pending') return refused('order_not_open')
  cancel(order, 'user', null)
  return done(order.id)
}

export function cancel(order: Order, cause: EndCause, seq: number | null): void {
  order.status = 'cancelled'
  order.endCause = cause
  order.endedSeq = seq
}
