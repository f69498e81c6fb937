// Rules 1 to 3 of "Placing an order", which depend only on the ticket and the market's terms.

import { readTyped } from '#test/trading-day/oracle/exact-numbers.ts'
import type { OracleState } from '#test/trading-day/oracle/oracle-state.ts'
import type { OracleMarket, OracleReason, OracleTicket, Side } from '#test/trading-day/oracle/oracle-types.ts'

export type ParsedTicket = {
  readonly market: OracleMarket
  readonly side: Side
  readonly lots: bigint
  readonly leverage: number
  readonly target: bigint | null
  readonly seen: bigint | null
  readonly deviation: bigint
  readonly stopLoss: bigint | null
  readonly takeProfit: bigint | null
}

const highestPrice = 2n ** 47n

export function readTicket(state: OracleState, ticket: OracleTicket): ParsedTicket | OracleReason {
  const market = state.markets.find(({ id }) => id === ticket.marketId)
  // Rule 1: leverage. An unknown market offers no leverage either.
  if (market === undefined || market.leverages.length === 0) return 'leverage_not_configured'
  if (!market.leverages.includes(ticket.leverage)) return 'leverage_not_offered'
  // Rule 2: lots.
  const lots = readLots(ticket.lots, market)
  if (lots === undefined || lots < BigInt(market.leastLots)) return 'invalid_lots'
  if (lots > BigInt(market.mostLots)) return 'lots_limit'
  // Rule 3: prices.
  const prices = readPrices(ticket, market)
  if (prices === undefined) return 'invalid_price'
  return { market, side: ticket.side, lots, leverage: ticket.leverage, ...prices }
}

/** Returns undefined unless the lots are above zero and a multiple of the lot step. */
export function readLots(typed: string, market: OracleMarket): bigint | undefined {
  const lots = readTyped(typed, 2)
  return lots !== undefined && lots > 0n && lots % BigInt(market.lotStep) === 0n ? lots : undefined
}

/** "Not a plain decimal, is finer than the step, not above zero, or above 2^47 steps": undefined. Null stays null. */
export function readPrice(typed: string | null, market: OracleMarket): bigint | null | undefined {
  if (typed === null) return null
  const price = readTyped(typed, market.precision)
  return price !== undefined && price > 0n && price <= highestPrice ? price : undefined
}

function readPrices(ticket: OracleTicket, market: OracleMarket) {
  const target = readPrice(ticket.target, market)
  const seen = readPrice(ticket.seen, market)
  const stopLoss = readPrice(ticket.stopLoss, market)
  const takeProfit = readPrice(ticket.takeProfit, market)
  if (target === undefined || seen === undefined) return undefined
  if (stopLoss === undefined || takeProfit === undefined) return undefined
  // "A deviation that is not a whole number, or is below zero."
  if (!Number.isInteger(ticket.deviation) || ticket.deviation < 0) return undefined
  return { target, seen, stopLoss, takeProfit, deviation: BigInt(ticket.deviation) }
}
