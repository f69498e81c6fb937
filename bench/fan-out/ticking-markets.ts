import type { Market, MarketView } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'

/** Markets whose volume field contains the time of their last tick, so that a client can compute the age of a row. */
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
      source: 'sim:1',
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

/** Monotonic time in microseconds, shared by all processes of the machine. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

export const marketCodes = Array.from({ length: 60 }, (_, index) => `MARKET${index + 1}`)

const turnMs = 20
/** An overloaded server skips ticks instead of falling further behind. */
const maxTicksPerTurn = 60

/** Ticks each market `perSecond` times a second, with all ticks evenly spread. */
export function startTicking(perSecond: number, tick: (marketIndex: number, atMicros: number) => void): void {
  const everyMicros = 1_000_000 / perSecond / marketCodes.length
  const startedAt = nowMicros()
  let next = 0
  setInterval(() => {
    const due = Math.floor((nowMicros() - startedAt) / everyMicros)
    next = Math.max(next, due - maxTicksPerTurn)
    for (; next < due; next++) tick(next % marketCodes.length, nowMicros())
  }, turnMs)
}
