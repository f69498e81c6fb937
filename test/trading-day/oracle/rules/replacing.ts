// "Reverse" and "Amend": one order replaces another, all or nothing.

import {
  type Account,
  copyOf,
  done,
  type OracleState,
  type Order,
  refused,
} from '#test/trading-day/oracle/oracle-state.ts'
import type { OracleAnswer, OracleCommand } from '#test/trading-day/oracle/oracle-types.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { cancel, close } from '#test/trading-day/oracle/rules/closing.ts'
import { marketStateRefusal } from '#test/trading-day/oracle/rules/late-commands.ts'
import { placeOrder } from '#test/trading-day/oracle/rules/placing.ts'

type Reverse = Extract<OracleCommand, { readonly kind: 'reverse_order' }>
type Amend = Extract<OracleCommand, { readonly kind: 'amend_order' }>

/**
 * "The open order is closed in full, and a market order of the other side is placed with its lots and leverage, without
 * stops." "The new order takes the seen price and the deviation."
 */
export function reverseOrder(state: OracleState, account: Account, command: Reverse): OracleAnswer {
  const { orderId, seen, deviation, tapped } = command
  const draft = copyOf(account)
  const order = draft.orders.find(({ id }) => id === orderId)
  if (order === undefined) return refused('order_not_found')
  if (order.status !== 'open') return refused('order_not_open')
  const stateReason = marketStateRefusal(state, order.marketId, tapped)
  if (stateReason !== undefined) return refused(stateReason)
  if (isWaiting(state, draft)) return refused('stale_price')
  close(state, draft, order, 'user')
  const ticket = {
    marketId: order.marketId,
    side: order.side === 'buy' ? 'sell' : 'buy',
    lots: typedLots(order),
    leverage: order.leverage,
    target: null,
    seen,
    deviation,
    stopLoss: null,
    takeProfit: null,
  } as const
  const answer = placeOrder(state, draft, ticket, tapped)
  if (answer.kind !== 'done') return answer
  state.accounts.set(account.userId, draft)
  return done(...answer.orders, orderId)
}

/**
 * "The pending order is cancelled (cause `amended`) and placed again with its side and leverage and the given target,
 * lots and stops, under the next id, with a reference to the order it replaces."
 */
export function amendOrder(state: OracleState, account: Account, command: Amend): OracleAnswer {
  const { orderId, target, lots, stopLoss, takeProfit, tapped } = command
  const draft = copyOf(account)
  const old = draft.orders.find(({ id }) => id === orderId)
  if (old === undefined) return refused('order_not_found')
  if (old.status !== 'pending') return refused('order_not_open')
  cancel(old, 'amended', null)
  const { marketId, side, leverage } = old
  const ticket = {
    marketId,
    side,
    lots,
    leverage,
    target,
    seen: null,
    deviation: 0,
    stopLoss,
    takeProfit,
  }
  const answer = placeOrder(state, draft, ticket, tapped)
  if (answer.kind !== 'done') return answer
  const placed = draft.orders.find(({ id }) => id === answer.orders[0])
  if (placed === undefined) throw new Error('the placed order is missing')
  placed.amendedFrom = orderId
  state.accounts.set(account.userId, draft)
  return answer
}

/** Formats hundredths of a lot as a decimal. */
function typedLots({ lots }: Order): string {
  return `${lots / 100n}.${String(lots % 100n).padStart(2, '0')}`
}
