// Prices, lots and amounts of seeded markets from decimal text, for tests of formulas.
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { Quote } from '#core/market/quote.ts'
import {
  type Lots,
  type Micros,
  micros,
  type Price,
  parseLots,
  parseMicros,
  parsePrice,
  parseRate,
  type Rate,
} from '#core/money/amounts.ts'
import { type Order, orderTerms, type Side } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'
import { markets } from '#db/seed/markets.ts'

export function seeded(code: string): Market {
  const market = markets.find((one) => one.code === code)
  if (market === undefined) throw new Error(`no seeded market ${code}`)
  return market
}

export function at(code: string, text: string): Price {
  return taken(parsePrice(text, seeded(code).pricePrecision), text)
}

export function size(text: string): Lots {
  return taken(parseLots(text), text)
}

export function dollars(text: string): Micros {
  return taken(parseMicros(text), text)
}

export function perUnit(text: string): Rate {
  return taken(parseRate(text), text)
}

export function quoteOf(code: string, bid: string, ask: string, seq = 1): Quote {
  return { marketId: seeded(code).id, bid: at(code, bid), ask: at(code, ask), timeMs: 0, seq, source: 'test' }
}

/** A board with all seeded markets; those with a quote are open. */
export function boardOf(...quotes: readonly Quote[]): LiveBoard {
  return createBoard(
    markets,
    quotes.map((quote) => ({ marketId: quote.marketId, state: 'open', quote })),
  )
}

type Position = {
  readonly code: string
  readonly side: Side
  readonly lots: string
  readonly open: string
  readonly margin?: string
  readonly opened?: Pick<Receipt, 'quote' | 'rate'>
}

export function openOrder({ code, side, lots, open, margin = '0', opened }: Position): Order {
  const market = seeded(code)
  const placed = receipt(opened ?? { quote: null, rate: null })
  const none = { askedPrice: null, stopLoss: null, takeProfit: null, closePrice: null, profit: null }
  const unended = { endCause: null, parentId: null, amendedFrom: null, ended: null, endedAtMs: null }
  return {
    ...{ ...none, ...unended },
    ...{ id: 1, userId: 1, marketId: market.id, side, kind: 'market', status: 'open', leverage: 100 },
    ...{ lots: size(lots), terms: orderTerms(market, 'per_lot'), openPrice: at(code, open) },
    ...{ margin: dollars(margin), fee: micros(0), placed, opened: opened === undefined ? null : placed },
    ...{ placedAtMs: 0, openedAtMs: 0 },
  }
}

function receipt({ quote, rate }: Pick<Receipt, 'quote' | 'rate'>): Receipt {
  return {
    rule: 'market_order',
    quote,
    rate,
    feed: 'test',
    knownSeq: quote?.seq ?? 0,
    expected: null,
    slippage: null,
    account: null,
  }
}

function taken<Amount>(
  parsed: { readonly ok: true; readonly amount: Amount } | { readonly ok: false },
  text: string,
): Amount {
  if (parsed.ok) return parsed.amount
  throw new Error(`${text} is not a valid amount`)
}
