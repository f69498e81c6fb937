import { type Account, openOrders, pendingOrders } from '#test/trading-day/oracle/account.ts'
import { closingPrice, openingPrice } from '#test/trading-day/oracle/figures.ts'
import type {
  OracleAnswer,
  OracleReason,
  OracleTapped,
  OracleTicket,
} from '#test/trading-day/oracle/oracle-types.ts'
import type { Quote } from '#test/trading-day/oracle/prices.ts'
import { addOrder } from '#test/trading-day/oracle/rules/add-order.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { fill, isTooDear, isTooLarge, mostOpenOrders } from '#test/trading-day/oracle/rules/fill-order.ts'
import { readTicket, type Wanted } from '#test/trading-day/oracle/rules/read-ticket.ts'
import { hasStopOnWrongSide } from '#test/trading-day/oracle/rules/set-stops.ts'
import { stateRefusal } from '#test/trading-day/oracle/rules/state-refusal.ts'
import { done, refused, type World } from '#test/trading-day/oracle/world.ts'

const mostPendingOrders = 200

/** "Placing an order": "refused, with the first of these that holds". The numbers are those of the rules. */
export function placeOrder(
  world: World,
  account: Account,
  ticket: OracleTicket,
  tapped: OracleTapped | undefined,
): OracleAnswer {
  // 1 to 3.
  const wanted = readTicket(world, ticket)
  if (typeof wanted === 'string') return refused(wanted)
  // 4.
  const quote = world.prices.quote(ticket.marketId)
  const notNow = stateRefusal(world, ticket.marketId, tapped)
  if (notNow !== undefined || quote === undefined) return refused(notNow ?? 'market_closed')
  if (wanted.target === null && isWaiting(world, account)) return refused('stale_price')
  // 5.
  const reference = wanted.target ?? closingPrice(wanted.side, quote)
  if (hasStopOnWrongSide(wanted.side, reference, wanted)) return refused('stop_wrong_side')
  // 6.
  const rate = world.prices.rate(wanted.market.quoteCurrency)
  if (rate === undefined) return refused('no_conversion')
  // 7 to 10.
  const refusal = accountRefusal(world, account, wanted, quote, rate)
  if (refusal !== undefined) return refused(refusal)
  const order = addOrder(world, account, wanted, quote, rate)
  if (wanted.target === null) fill(world, account, order, quote, rate)
  return done(order.id)
}

function accountRefusal(
  world: World,
  account: Account,
  wanted: Wanted,
  quote: Quote,
  rate: bigint,
): OracleReason | undefined {
  const isAtMarket = wanted.target === null
  const deal = { ...wanted, openPrice: wanted.target ?? openingPrice(wanted.side, quote), rate }
  // 7.
  if (isAtMarket && openOrders(account).length >= mostOpenOrders) return 'orders_limit'
  if (!isAtMarket && pendingOrders(account).length >= mostPendingOrders) return 'orders_limit'
  // 8.
  if (isTooLarge(account, deal)) return 'notional_limit'
  // 9.
  if (isAtMarket && hasMovedAway(wanted, quote)) return 'price_moved'
  // 10.
  return isAtMarket && isTooDear(world, account, deal) ? 'insufficient_margin' : undefined
}

/** "A buy whose ask is above seen + deviation, a sell whose bid is below seen − deviation." */
function hasMovedAway({ side, seen, deviation }: Wanted, { bid, ask }: Quote): boolean {
  if (seen === null) return false
  return side === 'buy' ? ask > seen + deviation : bid < seen - deviation
}
