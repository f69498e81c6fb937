import { closingPrice, quoteFor } from '#test/trading-day/oracle/figures.ts'
import {
  type Account,
  done,
  type OracleState,
  type Order,
  refused,
} from '#test/trading-day/oracle/oracle-state.ts'
import type {
  OracleAnswer,
  OracleCommand,
  OracleTapped,
  Side,
} from '#test/trading-day/oracle/oracle-types.ts'
import { marketStateRefusal } from '#test/trading-day/oracle/rules/late-commands.ts'
import { readPrice } from '#test/trading-day/oracle/rules/ticket.ts'

type Stops = { readonly stopLoss: bigint | null; readonly takeProfit: bigint | null }
type SetStops = Extract<OracleCommand, { readonly kind: 'set_stops' }>

/**
 * "For a buy, a stop loss lies below and a take profit above the reference price, never equal; for a sell the reverse."
 */
export function hasStopOnWrongSide(side: Side, reference: bigint, { stopLoss, takeProfit }: Stops): boolean {
  const low = side === 'buy' ? stopLoss : takeProfit
  const high = side === 'buy' ? takeProfit : stopLoss
  return (low !== null && low >= reference) || (high !== null && high <= reference)
}

export function setStops(state: OracleState, account: Account, command: SetStops): OracleAnswer {
  const order = account.orders.find(({ id }) => id === command.orderId)
  if (order === undefined) return refused('order_not_found')
  if (order.status !== 'open' && order.status !== 'pending') return refused('order_not_open')
  const stopLoss = readPrice(command.stopLoss, order.market)
  const takeProfit = readPrice(command.takeProfit, order.market)
  if (stopLoss === undefined || takeProfit === undefined) return refused('invalid_price')
  const fresh = {
    stopLoss: stopLoss === order.stopLoss ? null : stopLoss,
    takeProfit: takeProfit === order.takeProfit ? null : takeProfit,
  }
  const refusal = freshRefusal(state, order, fresh, command.tapped)
  if (refusal !== undefined) return refusal
  order.stopLoss = stopLoss
  order.takeProfit = takeProfit
  return done(order.id)
}

/** "An unchanged value is kept without a check; an omitted value removes the stop. Both are always allowed." */
function freshRefusal(
  state: OracleState,
  order: Order,
  fresh: Stops,
  tapped: OracleTapped | undefined,
): OracleAnswer | undefined {
  if (fresh.stopLoss === null && fresh.takeProfit === null) return undefined
  const stateReason = marketStateRefusal(state, order.marketId, tapped)
  if (stateReason !== undefined) return refused(stateReason)
  const isWrong = hasStopOnWrongSide(order.side, referencePrice(state, order), fresh)
  return isWrong ? refused('stop_wrong_side') : undefined
}

/** "The current closing price of a market order or an open order, and the target of a pending order." */
function referencePrice(state: OracleState, order: Order): bigint {
  return order.status === 'pending' ? order.openPrice : closingPrice(order.side, quoteFor(state, order))
}
