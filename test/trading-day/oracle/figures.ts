import { product, type Rational, ratio, rounded } from '#test/trading-day/oracle/exact-numbers.ts'
import { profitOf } from '#test/trading-day/oracle/formulas.ts'
import {
  type Account,
  type OracleState,
  type Order,
  openOrders,
} from '#test/trading-day/oracle/oracle-state.ts'
import type { OracleFigures, Side } from '#test/trading-day/oracle/oracle-types.ts'
import { midPrice, type Quote } from '#test/trading-day/oracle/prices.ts'

/** "A buy opens at the ask and closes at the bid; a sell opens at the bid and closes at the ask." */
export function openingPrice(side: Side, { bid, ask }: Quote): bigint {
  return side === 'buy' ? ask : bid
}

export function closingPrice(side: Side, { bid, ask }: Quote): bigint {
  return side === 'buy' ? bid : ask
}

/** An order whose market has no quote "is valued at the quote it was opened with until a quote arrives". */
export function quoteFor({ prices }: OracleState, order: Order): Quote {
  return prices.quote(order.marketId) ?? order.quote
}

function rateFor({ prices }: OracleState, order: Order): bigint {
  return prices.rate(order.market.quoteCurrency) ?? order.rate
}

export function closingProfit(state: OracleState, order: Order): bigint {
  const price = closingPrice(order.side, quoteFor(state, order))
  return profitOf(order, ratio(price), rateFor(state, order))
}

function profitAtMid(state: OracleState, order: Order): bigint {
  return profitOf(order, midPrice(quoteFor(state, order)), rateFor(state, order))
}

/** "(cash + the profit of every open order at mid prices) ÷ used margin. There is none without used margin." */
export function marginLevel(state: OracleState, account: Account): Rational | null {
  const used = usedMargin(account)
  if (used === 0n) return null
  return ratio(account.cash + sum(openOrders(account).map((order) => profitAtMid(state, order))), used)
}

export function figuresOf(state: OracleState, account: Account): OracleFigures {
  const profit = sum(openOrders(account).map((order) => closingProfit(state, order)))
  const equity = account.cash + profit
  const used = usedMargin(account)
  const rate = marginLevel(state, account)
  return {
    balance: account.cash,
    profit,
    equity,
    usedMargin: used,
    freeMargin: equity - used,
    // "It is shown in percent with two decimals, half to even."
    marginLevel: rate === null ? null : rounded(product(rate, ratio(10_000n))),
  }
}

function usedMargin(account: Account): bigint {
  return sum(openOrders(account).map(({ margin }) => margin))
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
