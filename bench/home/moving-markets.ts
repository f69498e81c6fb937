// All seeded markets with random walks, in wire format.
import type { AbbreviatedKlineAnswer, CategoriesAnswer, TradeListAnswer } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'
import { categoryOf, quoteRowOf, sparklineOf, tradeItemOf } from '#contract/market-wire.ts'
import type { Market, MarketView } from '#core/market/market.ts'
import { type Price, price } from '#core/money/amounts.ts'
import { categories } from '#db/seed/categories.ts'
import { markets } from '#db/seed/markets.ts'

export type MovingMarkets = {
  readonly tradeList: () => TradeListAnswer
  readonly categories: () => CategoriesAnswer
  readonly sparklines: () => AbbreviatedKlineAnswer
  readonly rows: () => readonly QuoteRow[]
  /** Moves a random market by up to three steps and returns its row. */
  readonly tick: () => QuoteRow
}

export function createMovingMarkets(): MovingMarkets {
  const bids = new Map(markets.map(({ id, referencePrice }) => [id, referencePrice]))
  const random = createRandom(7)
  const bidOf = (market: Market) => bids.get(market.id) ?? market.referencePrice
  const rowOf = (market: Market): QuoteRow => {
    const row = quoteRowOf(viewOf(market, bidOf(market)))
    if (row === undefined) throw new Error('every market here has a quote')
    return row
  }
  return {
    tradeList: () =>
      markets.flatMap((market) => {
        const category = categories.find(({ id }) => id === market.categoryId)
        const view = viewOf(market, bidOf(market))
        return category === undefined ? [] : [tradeItemOf(view, category, 'en', 'per_lot')]
      }),
    categories: () => categories.map((category) => categoryOf(category, 'en')),
    sparklines: () =>
      Object.fromEntries(
        markets.map((market) => {
          const closes = Array.from({ length: 48 }, () => moved(market.referencePrice, random, 40))
          return [market.id, sparklineOf(closes, market.pricePrecision)]
        }),
      ),
    rows: () => markets.map(rowOf),
    tick() {
      const market = markets[Math.floor(random() * markets.length)]
      if (market === undefined) throw new Error('the seed has markets')
      bids.set(market.id, moved(bidOf(market), random, 3))
      return rowOf(market)
    },
  }
}

function viewOf(market: Market, bid: Price): MarketView {
  const open = market.referencePrice
  return {
    market,
    state: 'open',
    quote: { marketId: market.id, bid, ask: price(bid + 2), timeMs: 0, seq: 0, source: 'sim:1' },
    day: {
      open,
      high: price(Math.max(open, bid)),
      low: price(Math.min(open, bid)),
      volume: 1,
      changeBasisPoints: Math.round(((bid - open) * 10_000) / open),
    },
    nextOpenMs: undefined,
  }
}

function moved(from: Price, random: () => number, maxSteps: number): Price {
  const steps = 1 + Math.floor(random() * maxSteps)
  return price(Math.max(1, from + (random() < 0.5 ? -steps : steps)))
}

/** A linear congruential generator: the same walk in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
