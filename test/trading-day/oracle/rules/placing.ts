import { closingPrice, figuresOf, openingPrice, sum } from '#test/trading-day/oracle/figures.ts'
import { type Deal, feeOf, marginOf, notionalOf } from '#test/trading-day/oracle/formulas.ts'
import {
  type Account,
  done,
  maxMicros,
  move,
  type OracleState,
  type Order,
  openOrders,
  pendingOrders,
  refused,
} from '#test/trading-day/oracle/oracle-state.ts'
import type {
  OracleAnswer,
  OracleReason,
  OracleTapped,
  OracleTicket,
} from '#test/trading-day/oracle/oracle-types.ts'
import type { Quote } from '#test/trading-day/oracle/prices.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { marketStateRefusal } from '#test/trading-day/oracle/rules/late-commands.ts'
import { hasStopOnWrongSide } from '#test/trading-day/oracle/rules/stops.ts'
import { type ParsedTicket, readTicket } from '#test/trading-day/oracle/rules/ticket.ts'

const maxPendingOrders = 200

/** "An order is refused for the first of these that applies." The numbers below are those of that list. */
export function placeOrder(
  state: OracleState,
  account: Account,
  ticket: OracleTicket,
  tapped: OracleTapped | undefined,
): OracleAnswer {
  // Rules 1 to 3: the values of the ticket.
  const wanted = readTicket(state, ticket)
  if (typeof wanted === 'string') return refused(wanted)
  // Rule 4: real accounts on simulated prices, late commands, the state of the market, and board waits.
  if (mayNotOpen(state, account)) return refused('simulated_prices')
  const quote = state.prices.quote(ticket.marketId)
  const stateReason = marketStateRefusal(state, ticket.marketId, tapped)
  if (stateReason !== undefined || quote === undefined) return refused(stateReason ?? 'market_closed')
  if (wanted.target === null && isWaiting(state, account)) return refused('stale_price')
  // Rule 5: stops on the wrong side.
  const reference = wanted.target ?? closingPrice(wanted.side, quote)
  if (hasStopOnWrongSide(wanted.side, reference, wanted)) return refused('stop_wrong_side')
  // Rule 6: an unknown conversion rate.
  const rate = state.prices.rate(wanted.market.quoteCurrency)
  if (rate === undefined) return refused('no_conversion')
  // Rules 7 to 10: limits, the seen price, and margin.
  const refusal = accountRefusal(state, account, wanted, quote, rate)
  if (refusal !== undefined) return refused(refusal)
  const order = addOrder(state, account, wanted, quote, rate)
  if (wanted.target === null) fill(state, account, order, quote, rate)
  return done(order.id)
}

/** "The account is real, prices are simulated, and real accounts cannot open orders." */
export function mayNotOpen({ isRealOpeningBlocked }: OracleState, { book }: Account): boolean {
  return book === 'real' && isRealOpeningBlocked()
}

function accountRefusal(
  state: OracleState,
  account: Account,
  wanted: ParsedTicket,
  quote: Quote,
  rate: bigint,
): OracleReason | undefined {
  const isAtMarket = wanted.target === null
  const deal = { ...wanted, openPrice: wanted.target ?? openingPrice(wanted.side, quote), rate }
  // Rule 7: the number of orders.
  if (isAtMarket && openOrders(account).length >= maxOpenOrders) return 'orders_limit'
  if (!isAtMarket && pendingOrders(account).length >= maxPendingOrders) return 'orders_limit'
  // Rule 8: the notional limit.
  if (isTooLarge(account, deal)) return 'notional_limit'
  // Rule 9: the price has moved away from the seen price.
  if (isAtMarket && hasMovedAway(wanted, quote)) return 'price_moved'
  // Rule 10: too little free margin.
  return isAtMarket && lacksMargin(state, account, deal) ? 'insufficient_margin' : undefined
}

/** "The ask of a buy is above seen + deviation, or the bid of a sell is below seen − deviation." */
function hasMovedAway({ side, seen, deviation }: ParsedTicket, { bid, ask }: Quote): boolean {
  if (seen === null) return false
  return side === 'buy' ? ask > seen + deviation : bid < seen - deviation
}

/** Adds every order as pending; a market order is then filled at once. "A pending order has no margin and no fee." */
function addOrder(
  state: OracleState,
  account: Account,
  wanted: ParsedTicket,
  quote: Quote,
  rate: bigint,
): Order {
  const order: Order = {
    id: takeOrderId(state),
    userId: account.userId,
    marketId: wanted.market.id,
    market: wanted.market,
    side: wanted.side,
    kind: kindOf(wanted, quote),
    status: 'pending',
    lots: wanted.lots,
    leverage: wanted.leverage,
    openPrice: wanted.target ?? openingPrice(wanted.side, quote),
    rate,
    quote,
    margin: 0n,
    fee: 0n,
    stopLoss: wanted.stopLoss,
    takeProfit: wanted.takeProfit,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: null,
    amendedFrom: null,
    openedSeq: null,
    endedSeq: null,
  }
  account.orders.push(order)
  return order
}

export function takeOrderId(state: OracleState): number {
  const id = state.nextOrderId
  state.nextOrderId += 1
  return id
}

/** "A buy below the ask or a sell above the bid is a limit, any other a stop." */
function kindOf({ side, target }: ParsedTicket, { bid, ask }: Quote): Order['kind'] {
  if (target === null) return 'market'
  return (side === 'buy' ? target < ask : target > bid) ? 'limit' : 'stop'
}

export const maxOpenOrders = 500

/**
 * "Price steps × lots × units is above 2^51; or cash is above 10^15; or the notional of this order and all others of
 * the account, open and pending, is above 10^15 in total." A pending order that is filled now is not counted twice.
 */
export function isTooLarge(account: Account, deal: Deal, itself?: Order): boolean {
  if (deal.openPrice * deal.lots * BigInt(deal.market.unitsPerLot) > 2n ** 51n) return true
  if (account.cash > maxMicros) return true
  const others = [...openOrders(account), ...pendingOrders(account)].filter((order) => order !== itself)
  return sum([deal, ...others].map(notionalOf)) > maxMicros
}

/** "Free margin is below margin + fee." */
export function lacksMargin(state: OracleState, account: Account, deal: Deal): boolean {
  const margin = marginOf(deal)
  return figuresOf(state, account).freeMargin < margin + feeOf(deal, margin, state.feeMode)
}

/** "A fee above zero moves from cash to the house." */
export function fill(state: OracleState, account: Account, order: Order, quote: Quote, rate: bigint): void {
  order.status = 'open'
  order.openPrice = openingPrice(order.side, quote)
  order.rate = rate
  order.quote = quote
  order.openedSeq = quote.seq
  order.margin = marginOf(order)
  order.fee = feeOf(order, order.margin, state.feeMode)
  move(account, 'fee', 'cash', 'fees', order.fee)
}
