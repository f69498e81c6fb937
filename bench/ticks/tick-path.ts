import { benchMarkets, fallOf } from '#bench/ticks/bench-markets.ts'
import { minuteMs } from '#core/candle/period.ts'
import type { Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import type { MinuteTicks } from '#server/feed/sim/minute-ticks.ts'
import { createSimModel, modelledMarket } from '#server/feed/sim/sim-model.ts'
import { seedOf } from '#test/feed/seeded-sim.ts'

/** A Wednesday at 14:00 UTC, when Europe and America trade. */
const startMs = Date.UTC(2026, 0, 7, 14)
const seed = seedOf('ticks')
/** Means over all markets and hours of the day. */
const ticksPerSecond = { calm: 2, crash: 8 }

type TickPath = {
  /** The first quote of each market. */
  readonly first: readonly Quote[]
  /** Quotes of the simulated feed right after a start, before the triggers have estimated the volatility. */
  readonly start: readonly Quote[]
  /** The minutes after `start`. */
  readonly calm: readonly Quote[]
  /** The minutes after `calm`, with a crash of this depth added. */
  readonly crash: (depth: number) => readonly Quote[]
}

type PathLength = {
  readonly startMinutes: number
  readonly calmMinutes: number
  readonly crashMinutes: number
}

export function createTickPath({ startMinutes, calmMinutes, crashMinutes }: PathLength): TickPath {
  const calmFromMs = startMs + startMinutes * minuteMs
  const crashFromMs = calmFromMs + calmMinutes * minuteMs
  const before = ticksOf('calm', startMs, startMinutes + calmMinutes)
  const crash = ticksOf('crash', crashFromMs, crashMinutes)
  const shareOf = (timeMs: number) => (timeMs - crashFromMs) / minuteMs / crashMinutes
  const first = benchMarkets.map(({ id }) => firstOf(before, id))
  const quotes = numbered(before, first.length)
  return {
    first: numbered(first, 0),
    start: quotes.filter(({ timeMs }) => timeMs < calmFromMs),
    calm: quotes.filter(({ timeMs }) => timeMs >= calmFromMs),
    crash: (depth) =>
      numbered(crash, first.length + before.length).map((quote) =>
        withFall(quote, depth, shareOf(quote.timeMs)),
      ),
  }
}

function ticksOf(when: 'calm' | 'crash', fromMs: number, minutes: number): readonly Quote[] {
  const markets = benchMarkets.map((market) =>
    modelledMarket(market, { timeMs: startMs, bid: market.referencePrice }),
  )
  const model = createSimModel({ seed, ticksPerSecond: ticksPerSecond[when], markets })
  const quotes = markets.flatMap(({ id }) =>
    Array.from({ length: minutes }, (_, at) => model.get(id)?.ticks(fromMs / minuteMs + at)).flatMap(
      (ticks) => Array.from(ticks?.timesMs ?? [], (timeMs, at) => quoteOf(id, timeMs, ticks, at)),
    ),
  )
  return quotes.sort((one, other) => one.timeMs - other.timeMs || one.marketId - other.marketId)
}

function quoteOf(marketId: number, timeMs: number, ticks: MinuteTicks | undefined, at: number): Quote {
  const [bid = 0, ask = 0] = [ticks?.bids[at], ticks?.asks[at]]
  return { marketId, bid: price(bid), ask: price(ask), timeMs, seq: 0, source: 'sim:1' }
}

function numbered(quotes: readonly Quote[], after: number): readonly Quote[] {
  return quotes.map((quote, at) => ({ ...quote, seq: after + at + 1 }))
}

function firstOf(quotes: readonly Quote[], marketId: number): Quote {
  const quote = quotes.find((one) => one.marketId === marketId)
  if (quote === undefined) throw new Error(`market ${marketId} has no tick`)
  return quote
}

const fallByMarket = new Map(benchMarkets.map((market) => [market.id, fallOf(market)]))
/** Spreads grow by this multiple of their width during the crash: at its end they are three times as wide. */
const widening = 2

/** Adds the fall of the crash to a quote. The fall is slow, then fast, then slow. */
function withFall(quote: Quote, depth: number, share: number): Quote {
  const fall = (fallByMarket.get(quote.marketId) ?? 0) * depth * share * share * (3 - 2 * share)
  const bid = Math.max(1, Math.round(quote.bid * Math.exp(-fall)))
  const ask = bid + Math.round((quote.ask - quote.bid) * (1 + widening * share))
  return { ...quote, bid: price(bid), ask: price(ask) }
}

export const pathLength = { startMinutes: 10, calmMinutes: 5, crashMinutes: 10 }

/** Found by trial: closes out about 8 % of the accounts. */
export const crashDepth = 0.085
