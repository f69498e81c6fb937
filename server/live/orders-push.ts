import { maxPushedOrders, type OrdersPush } from '#contract/live.ts'
import { orderToWire } from '#contract/order-wire.ts'
import type { Market } from '#core/market/market.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

/** The data of a push, as JSON. `short` has the version alone, for a client that reads slowly. */
export type OrdersPushData = {
  readonly full: (language: LanguageCode) => string
  readonly short: () => string
}

type OrdersPushParts = {
  readonly markets: readonly Market[]
  readonly portfolio: Pick<Portfolio, 'orderFigures'>
}

/** Encodes the changed orders of an account, once for each language among the sockets of its user. */
export function createOrdersPush({ markets, portfolio }: OrdersPushParts) {
  const byId = new Map(markets.map((market) => [market.id, market]))

  /** Undefined without its market. Markets are never removed, so this does not happen. */
  function ordersIn(figures: readonly Figures[], language: LanguageCode): OrdersPush['Orders'] {
    const orders = figures.flatMap((one) => {
      const market = byId.get(one.order.marketId)
      return market === undefined ? [] : [orderToWire(one, market, language)]
    })
    return orders.length === figures.length ? orders : null
  }
  return ({ version, orders }: AccountChanged): OrdersPushData => {
    const isTooLarge = orders.length > maxPushedOrders
    const { figures, quoteSeq } = portfolio.orderFigures(isTooLarge ? [] : orders.map(({ after }) => after))
    const encode = (listed: OrdersPush['Orders']) =>
      JSON.stringify({ Version: version, QuoteSeq: quoteSeq, Orders: listed } satisfies OrdersPush)
    const encoded = new Map<LanguageCode, string>()
    return {
      short: () => encode(null),
      full(language) {
        const known = encoded.get(language)
        if (known !== undefined) return known
        const data = encode(isTooLarge ? null : ordersIn(figures, language))
        encoded.set(language, data)
        return data
      },
    }
  }
}

type Figures = ReturnType<Portfolio['orderFigures']>['figures'][number]
