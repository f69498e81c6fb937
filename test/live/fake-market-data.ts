import { addQuote, type Candle, dayFigures, mergeCandles, startCandle } from '#core/candle/candle.ts'
import { candleStart, type Period, periods } from '#core/candle/period.ts'
import type { Market, MarketView } from '#core/market/market.ts'
import type { MarketEvent, MarketState, Quote } from '#core/market/quote.ts'
import { lots, micros, price, rate } from '#core/money/amounts.ts'
import type { MarketData, PastFilled } from '#server/market-data/market-data.ts'

type MarketRecord = { state: MarketState; quote: Quote | undefined; readonly candles: Map<Period, Candle> }

/** Markets whose quotes a test sets, with candles and events like real market data. The first has id 1. */
export function createFakeMarketData(codes: readonly string[]) {
  const markets = codes.map((code, index) => marketOf(code, index + 1))
  const records = new Map<number, MarketRecord>(
    markets.map(({ id }) => [id, { state: 'closed', quote: undefined, candles: new Map() }]),
  )
  const handlers = new Set<(event: MarketEvent) => void>()
  const fillHandlers = new Set<(filled: PastFilled) => void>()
  let seq = 0

  function recordOf(code: string): [number, MarketRecord] {
    const id = codes.indexOf(code) + 1
    const record = records.get(id)
    if (record === undefined) throw new Error(`no market ${code}`)
    return [id, record]
  }
  function viewOf(market: Market, { state, quote, candles }: MarketRecord): MarketView {
    const day = candles.get('1day')
    return {
      market,
      state,
      quote,
      day: day === undefined ? undefined : dayFigures(day),
      nextOpenMs: undefined,
    }
  }
  function publish(event: MarketEvent): void {
    for (const handler of handlers) handler(event)
  }
  const marketData: Pick<MarketData, 'markets' | 'view' | 'currentCandle'> = {
    markets,
    view(id) {
      const market = markets[id - 1]
      const record = records.get(id)
      return market === undefined || record === undefined ? undefined : viewOf(market, record)
    },
    currentCandle: (id, period) => records.get(id)?.candles.get(period),
  }
  return {
    marketData,
    onMarketEvent(handler: (event: MarketEvent) => void) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    onPastFilled(handler: (filled: PastFilled) => void) {
      fillHandlers.add(handler)
      return () => fillHandlers.delete(handler)
    },
    hasListeners: () => handlers.size + fillHandlers.size > 0,
    /** Inserts an earlier minute with this price into every candle in progress. */
    fillPast(code: string, bid: number): void {
      const [marketId, record] = recordOf(code)
      for (const [period, candle] of record.candles)
        record.candles.set(period, mergeCandles(startCandle(candle.startMs, price(bid)), candle))
      for (const handler of fillHandlers) handler({ marketId })
    },
    quote(code: string, bid: number, timeMs: number): void {
      const [marketId, record] = recordOf(code)
      seq += 1
      record.quote = { marketId, bid: price(bid), ask: price(bid + 2), timeMs, seq, source: 'sim:1' }
      for (const period of periods) {
        const startMs = candleStart(timeMs, period)
        const candle = record.candles.get(period)
        const next =
          candle?.startMs === startMs ? addQuote(candle, price(bid)) : startCandle(startMs, price(bid))
        record.candles.set(period, next)
      }
      publish({ kind: 'quote', ...record.quote })
    },
    changeState(code: string, state: MarketState): void {
      const [marketId, record] = recordOf(code)
      seq += 1
      record.state = state
      publish({ kind: 'state', marketId, state, timeMs: 0, seq })
    },
  }
}

function marketOf(code: string, id: number): Market {
  return {
    id,
    code,
    showCode: code,
    names: { en: code, hk: code },
    categoryId: 1,
    logo: '',
    quoteCurrency: 'USD',
    pricePrecision: 5,
    unitsPerLot: 100_000,
    lotStep: lots(1),
    leastLots: lots(1),
    mostLots: lots(10_000),
    leverages: [100],
    marginMode: 'leverage',
    feePerLot: micros(0),
    feeShare: rate(0),
    hours: 'always',
    jumpLimitPpm: 10_000,
    staleAfterMs: 600_000,
    referencePrice: price(100_000),
  }
}
