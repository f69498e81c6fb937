import type { BidAsk } from '#core/market/quote.ts'
import {
  type Lots,
  lots,
  lotsDecimals,
  micros,
  microsDecimals,
  type Price,
  rate,
  rateDecimals,
  unitsOf,
} from '#core/money/amounts.ts'
import { isLotsOutOfRange, parseLotsInput, parsePriceInput } from '#core/order/decimal-input.ts'
import type { OrderTerms } from '#core/order/order.ts'
import { bidAskOf } from '#web/markets/current-rate.ts'
import type { ListedMarket, MarketTerms } from '#web/markets/markets-types.ts'
import type {
  TicketBlock,
  TicketConditions,
  TicketDraft,
  TicketFault,
  TicketView,
} from '#web/parts/ticket/ticket-types.ts'

/** A draft parsed into integer units. Undefined for missing or invalid fields. */
export type DraftValues = {
  readonly quote: BidAsk | undefined
  readonly leverage: number | undefined
  readonly lots: Lots | undefined
  /** Null for a market order. */
  readonly target: Price | null | undefined
  readonly faults: TicketView['faults']
}

/** Parses a draft with the same functions as the engine. */
export function readDraft(draft: TicketDraft, { market, quote }: TicketConditions): DraftValues {
  const leverage = readLeverage(draft, market.terms)
  const size = readLots(draft.lots, market.terms)
  const target = readTarget(draft, market)
  const faults = {
    ...(typeof leverage === 'number' ? {} : { leverage }),
    ...(typeof size === 'number' ? {} : { lots: size }),
    ...(typeof target === 'number' || target === null ? {} : { target }),
  }
  return {
    quote: bidAskOf(quote, market.precision),
    leverage: typeof leverage === 'number' ? leverage : undefined,
    lots: typeof size === 'number' ? size : undefined,
    target: typeof target === 'number' || target === null ? target : undefined,
    faults,
  }
}

/** The first reason that applies. The connection comes first: without it the market's state is outdated. */
export function ticketBlock(conditions: TicketConditions): TicketBlock | undefined {
  const { market, quote, connection, rate, isOpeningBlocked } = conditions
  if (connection === 'gone') return 'reconnecting'
  if (isOpeningBlocked) return 'simulated_prices'
  if (market.terms.leverages.length === 0) return 'leverage_not_configured'
  if (quote === undefined || quote.bid === null || quote.ask === null) return 'no_price'
  if (quote.state === 'closed') return 'market_closed'
  if (quote.state === 'stale') return 'stale_price'
  // Until the first push, the quote is from the market list and may be outdated.
  if (connection === 'opening') return 'no_price'
  return rate === undefined ? 'no_conversion' : undefined
}

function readLeverage({ leverage }: TicketDraft, { leverages }: MarketTerms): number | TicketFault {
  return leverage !== undefined && leverages.includes(leverage) ? leverage : { kind: 'required' }
}

function readLots(text: string, terms: MarketTerms): Lots | TicketFault {
  if (text === '') return { kind: 'required' }
  const typed = parseLotsInput(text, { lotStep: lotsOf(terms.lotStep) })
  const isTooMuch = typed === undefined ? isLotsOutOfRange(text) : typed > lotsOf(terms.mostLots)
  if (isTooMuch) return { kind: 'lots_limit' }
  return typed !== undefined && typed >= lotsOf(terms.leastLots) ? typed : { kind: 'invalid_lots' }
}

function readTarget({ mode, target }: TicketDraft, { precision }: ListedMarket): Price | null | TicketFault {
  if (mode === 'market') return null
  if (target === '') return { kind: 'required' }
  return parsePriceInput(target, precision) ?? { kind: 'invalid_price' }
}

/** Converts the terms of a market from the numbers of the API to integer units. */
export function termsOf({ quoteCurrency, precision, terms }: ListedMarket): OrderTerms {
  const isPerLot = terms.feeMode === 'per_lot'
  return {
    quoteCurrency,
    pricePrecision: precision,
    unitsPerLot: terms.unitsPerLot,
    lotStep: lotsOf(terms.lotStep),
    leastLots: lotsOf(terms.leastLots),
    marginMode: terms.hasFixedMargin ? 'fixed' : 'leverage',
    feePerLot: micros(isPerLot ? unitsOf(terms.feeRate, microsDecimals) : 0),
    feeShare: rate(isPerLot ? 0 : unitsOf(terms.feeRate, rateDecimals)),
    feeMode: terms.feeMode,
  }
}

export function lotsOf(amount: number): Lots {
  return lots(unitsOf(amount, lotsDecimals))
}
