import { conversionRate } from '#core/margin/conversion-rate.ts'
import { conversionOf } from '#core/market/conversion.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent, MarketState, Quote } from '#core/market/quote.ts'
import type { Rate } from '#core/money/rate.ts'
import { oneToOne } from '#core/money/rate.ts'

/** A market at one moment. The quote is the last one there was, in a closed market too. */
export type MarketNow = { readonly state: MarketState; readonly quote: Quote | undefined }

/** All that a decision knows of prices. */
export type Board = {
  readonly now: (marketId: number) => MarketNow
  /** A currency in US dollars, by the last known price of what converts it; undefined as long as there is none. */
  readonly rate: (currency: string) => Rate | undefined
  /** The sequence of the last event, or of the newest quote there was before any. */
  readonly seq: () => number
}

/** What an account can be valued with. */
export type Prices = Pick<Board, 'now' | 'rate'>

export type LiveBoard = Board & {
  readonly market: (marketId: number) => Market | undefined
  readonly apply: (event: MarketEvent) => void
}

type Start = { readonly marketId: number } & MarketNow

const unknown: MarketNow = { state: 'closed', quote: undefined }

/** The newest of every market, as the events told it. What is there at the start are the last prices of before. */
export function createBoard(markets: readonly Market[], start: readonly Start[]): LiveBoard {
  const byId = new Map(markets.map((market) => [market.id, market]))
  const byCode = new Map(markets.map((market) => [market.code, market]))
  const board = new Map<number, MarketNow>(
    start.map(({ marketId, state, quote }) => [marketId, { state, quote }]),
  )
  const rates = new Map<string, Rate | undefined>()
  let seq = Math.max(0, ...start.map(({ quote }) => quote?.seq ?? 0))

  function now(marketId: number): MarketNow {
    return board.get(marketId) ?? unknown
  }
  function rateNow(currency: string): Rate | undefined {
    const conversion = conversionOf(currency)
    if (conversion === undefined) return undefined
    if (conversion.by === 'itself') return oneToOne
    const way = byCode.get(conversion.marketCode)
    const quote = way === undefined ? undefined : now(way.id).quote
    return way === undefined || quote === undefined
      ? undefined
      : conversionRate(conversion, quote, way.pricePrecision)
  }
  return {
    now,
    rate(currency) {
      if (!rates.has(currency)) rates.set(currency, rateNow(currency))
      return rates.get(currency)
    },
    market: (marketId) => byId.get(marketId),
    apply(event) {
      const { state, quote } = now(event.marketId)
      seq = event.seq
      if (event.kind === 'state') board.set(event.marketId, { state: event.state, quote })
      else {
        const { kind: _, ...newest } = event
        board.set(event.marketId, { state, quote: newest })
        rates.clear()
      }
    },
    seq: () => seq,
  }
}
