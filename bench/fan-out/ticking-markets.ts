import type { Market, MarketView } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'

/** Markets whose volume is the moment of their last tick, so that whoever receives a row knows how old it is. */
export function createTickingMarkets(codes: readonly string[]) {
  const { markets } = createFakeMarketData(codes).marketData
  const views = new Map<number, MarketView>()
  let handle: (event: MarketEvent) => void = () => undefined
  let seq = 0

  function tick(index: number, atMicros: number): MarketView {
    const market = markets[index] as Market
    seq += 1
    const bid = price(108_000 + (seq % 997))
    const quote = {
      marketId: market.id,
      bid,
      ask: price(bid + 8),
      timeMs: Math.floor(atMicros / 1000),
      seq,
    }
    const figures = { open: price(108_123), high: price(109_567), low: price(107_891), changeBasisPoints: 12 }
    const view: MarketView = {
      market,
      state: 'open',
      quote,
      day: { ...figures, volume: atMicros },
      nextOpenMs: undefined,
    }
    views.set(market.id, view)
    handle({ kind: 'quote', ...quote })
    return view
  }
  for (const index of markets.keys()) tick(index, 0)
  return {
    tick,
    marketData: { markets, view: (id: number) => views.get(id), currentCandle: () => undefined },
    onMarketEvent(handler: (event: MarketEvent) => void) {
      handle = handler
      return () => undefined
    },
  }
}

/** The time that all processes of one machine share, in microseconds. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

export const marketCodes = Array.from({ length: 60 }, (_, index) => `MARKET${index + 1}`)

const turnMs = 20
/** A server that cannot keep up leaves ticks out rather than falling behind for ever. */
const mostPerTurn = 60

/** Each market ticks so many times a second, evenly, and all of them evenly spread. */
export function startTicking(perSecond: number, tick: (marketIndex: number, atMicros: number) => void): void {
  const everyMicros = 1_000_000 / perSecond / marketCodes.length
  const startedAt = nowMicros()
  let next = 0
  setInterval(() => {
    const due = Math.floor((nowMicros() - startedAt) / everyMicros)
    next = Math.max(next, due - mostPerTurn)
    for (; next < due; next++) tick(next % marketCodes.length, nowMicros())
  }, turnMs)
}
