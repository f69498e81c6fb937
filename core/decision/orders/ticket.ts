import type { DecimalText, Ticket } from '#core/decision/command.ts'
import { type Refusal, refuse } from '#core/decision/decision.ts'
import type { Market } from '#core/market/market.ts'
import { formatLots, type Lots, type Price } from '#core/money/amounts.ts'
import { isLotsOutOfRange, parseLotsInput, parsePriceInput } from '#core/order/decimal-input.ts'
import type { Stops } from '#core/order/price-levels.ts'

/** A ticket whose text fields are parsed to the units of its market. */
export type ParsedTicket = Stops & {
  readonly kind: 'parsed'
  readonly lots: Lots
  readonly target: Price | null
  readonly seen: Price | null
}

/** Checks that need no quote: leverage, then lots, then prices. */
export function parseTicket(ticket: Ticket, market: Market): ParsedTicket | Refusal {
  if (market.leverages.length === 0) return refuse('leverage_not_configured')
  if (!market.leverages.includes(ticket.leverage)) return refuse('leverage_not_offered')
  const lots = parseTicketLots(ticket.lots, market)
  if (typeof lots !== 'number') return lots
  return parseTicketPrices(ticket, lots, market.pricePrecision)
}

function parseTicketLots(text: DecimalText, { lotStep, leastLots, mostLots }: Market): Lots | Refusal {
  const lots = parseLotsInput(text, { lotStep })
  const isAboveLimit = lots === undefined ? isLotsOutOfRange(text) : lots > mostLots
  if (isAboveLimit) return refuse('lots_limit', { limit: formatLots(mostLots) })
  if (lots !== undefined && lots >= leastLots) return lots
  return refuse('invalid_lots', { step: formatLots(lotStep), least: formatLots(leastLots) })
}

function parseTicketPrices(ticket: Ticket, lots: Lots, precision: number): ParsedTicket | Refusal {
  const target = parseOptionalPrice(ticket.target, precision)
  if (target === undefined) return refuse('invalid_price', { field: 'target' })
  const stops = parseStops(ticket, precision)
  if ('kind' in stops) return stops
  const seen = parseOptionalPrice(ticket.seen, precision)
  if (seen === undefined) return refuse('invalid_price', { field: 'seen' })
  if (!Number.isSafeInteger(ticket.deviation) || ticket.deviation < 0)
    return refuse('invalid_price', { field: 'deviation' })
  return { kind: 'parsed', lots, target, seen, ...stops }
}

type TypedStops = { readonly stopLoss: DecimalText | null; readonly takeProfit: DecimalText | null }

export function parseStops(typed: TypedStops, precision: number): Stops | Refusal {
  const stopLoss = parseOptionalPrice(typed.stopLoss, precision)
  if (stopLoss === undefined) return refuse('invalid_price', { field: 'stop_loss' })
  const takeProfit = parseOptionalPrice(typed.takeProfit, precision)
  if (takeProfit === undefined) return refuse('invalid_price', { field: 'take_profit' })
  return { stopLoss, takeProfit }
}

/** Null stays null. Undefined: the text is not a price. */
function parseOptionalPrice(text: DecimalText | null, precision: number): Price | null | undefined {
  return text === null ? null : parsePriceInput(text, precision)
}
