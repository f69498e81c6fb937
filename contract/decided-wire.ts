// Orders as they were decided. Their figures come from the quote and the rate they were decided on and from nothing
// that moves, so that whoever repeats a call hears the same for ever.
import type { CloseAnswer } from '#contract/calls/close.ts'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type { OrderFigures } from '#contract/figures-wire.ts'
import { orderToWire } from '#contract/order-wire.ts'
import { profitAt } from '#core/margin/exposure.ts'
import { closingSide } from '#core/margin/valuation.ts'
import type { Market } from '#core/market/market.ts'
import { micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'
import type { KnownPrices } from '#core/order/receipt.ts'
import type { LanguageCode } from '#i18n/languages.ts'

export function decidedToWire(
  order: Order,
  market: Market,
  language: LanguageCode,
  valuedOn: KnownPrices = decidedOn(order),
): DecidedOrderFields {
  return {
    ...orderToWire(figuresOn(order, valuedOn), market, language),
    QuoteSeq: valuedOn.knownSeq,
  }
}

/** What is left of a part close is worth what the quote says that the part was closed on. */
export function closedToWire(
  closed: Order,
  rest: Order | undefined,
  market: Market,
  language: LanguageCode,
): CloseAnswer {
  return {
    ...decidedToWire(closed, market, language),
    Rest: rest === undefined ? null : orderToWire(figuresOn(rest, decidedOn(closed)), market, language),
  }
}

/** The last decision about it that knew a price. */
function decidedOn({ placed, opened, ended }: Order): KnownPrices {
  return [ended, opened].find((receipt) => receipt?.quote != null) ?? placed
}

function figuresOn(order: Order, { quote, rate }: KnownPrices): OrderFigures {
  const { closePrice, profit, side, status, terms } = order
  if (status === 'closed' || status === 'cancelled')
    return { order, closing: closePrice, profit: profit ?? micros(0) }
  const closing = quote === null ? null : closingSide(side, quote)
  const isCounted = status === 'open' && closing !== null && rate !== null
  return { order, closing, profit: isCounted ? profitAt(terms, order, closing, rate) : micros(0) }
}
