import { ratio, rounded } from '#test/trading-day/oracle/exact-numbers.ts'
import { closingPrice, closingProfit, quoteFor } from '#test/trading-day/oracle/figures.ts'
import {
  type Account,
  done,
  move,
  type OracleState,
  type Order,
  openOrders,
  refused,
} from '#test/trading-day/oracle/oracle-state.ts'
import type {
  EndCause,
  OracleAnswer,
  OracleCommand,
  OracleRefusal,
} from '#test/trading-day/oracle/oracle-types.ts'
import { marketStateRefusal } from '#test/trading-day/oracle/rules/late-commands.ts'
import { takeOrderId } from '#test/trading-day/oracle/rules/placing.ts'
import { readLots } from '#test/trading-day/oracle/rules/ticket.ts'

type CloseOrder = Extract<OracleCommand, { readonly kind: 'close_order' }>

export function closeOnRequest(state: OracleState, account: Account, command: CloseOrder): OracleAnswer {
  const order = account.orders.find(({ id }) => id === command.orderId)
  if (order === undefined) return refused('order_not_found')
  if (order.status !== 'open') return refused('order_not_open')
  const lots = command.lots === null ? order.lots : readLots(command.lots, order.market)
  if (lots === undefined || !isValidPart(order, lots)) return refused('invalid_lots')
  const stateReason = marketStateRefusal(state, order.marketId, command.tapped)
  if (stateReason !== undefined) return refused(stateReason)
  if (lots === order.lots) {
    close(state, account, order, 'user')
    return done(order.id)
  }
  const part = takePart(state, account, order, lots)
  close(state, account, part, 'user')
  return done(order.id, part.id)
}

/** "At most all lots, and leave either nothing or at least the minimum lots." */
function isValidPart(order: Order, lots: bigint): boolean {
  const rest = order.lots - lots
  return rest === 0n || rest >= BigInt(order.market.leastLots)
}

/**
 * "The rest keeps its id. Its margin and fee are margin × rest ÷ lots and fee × rest ÷ lots. The closed part becomes a
 * new order with the next id; it gets the difference of both and the id of the rest as its parent."
 */
function takePart(state: OracleState, account: Account, order: Order, lots: bigint): Order {
  const rest = order.lots - lots
  const restMargin = rounded(ratio(order.margin * rest, order.lots))
  const restFee = rounded(ratio(order.fee * rest, order.lots))
  const part = {
    ...order,
    id: takeOrderId(state),
    lots,
    margin: order.margin - restMargin,
    fee: order.fee - restFee,
    parentId: order.id,
    // "If part of it is closed later, the closed part refers only to its parent."
    amendedFrom: null,
  }
  order.lots = rest
  order.margin = restMargin
  order.fee = restFee
  account.orders.push(part)
  return part
}

export function close(state: OracleState, account: Account, order: Order, cause: EndCause): void {
  settle(state, account, order, cause)
  if (openOrders(account).length > 0) return
  // "When the last open order has closed and cash is below zero, a transfer from the house sets it to zero in the same
  // decision."
  if (account.cash < 0n) move(account, 'write_off', 'write_offs', 'cash', -account.cash)
  // "When the last open order has closed, the margin call is armed again."
  account.isWarned = false
}

/** "A profit moves from the house to cash, a loss from cash to the house." */
export function settle(state: OracleState, account: Account, order: Order, cause: EndCause): void {
  const quote = quoteFor(state, order)
  const profit = closingProfit(state, order)
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
 * "Each checked and closed in full, in the given order." "A refused one does not affect the others." "A repeated id is
 * already closed when it is processed again."
 */
export function closeMany(state: OracleState, account: Account, command: CloseMany): OracleAnswer {
  const { userId, tapped } = command
  const orders: number[] = []
  const refusals: OracleRefusal[] = []
  for (const orderId of command.orderIds) {
    const answer = closeOnRequest(state, account, {
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
