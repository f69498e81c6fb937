import { conversionOf, conversionRate, createConversionRoutes } from '#core/market/conversion.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent, MarketState, Quote } from '#core/market/quote.ts'
import { oneToOne, type Rate } from '#core/money/amounts.ts'

/** Current state and last quote of a market. A closed market keeps its last quote. */
export type MarketNow = {
  readonly state: MarketState
  readonly quote: Quote | undefined
  /** Sequence of the last state change since the server started; 0 before the first. */
  readonly stateSeq: number
  /**
   * True if the market is open and has been quoted since it opened, since it was stale, and since the server started.
   */
  readonly isCurrent: boolean
  /** Tick time at which the market last became current and started a board wait. At most one wait in five minutes. */
  readonly waitFromMs: number | null
}

/** The price board: all prices and market states that a decision can use. */
export type Board = {
  readonly now: (marketId: number) => MarketNow
  /** Rate to US dollars by the last quote of the converting market; undefined without a quote or if out of range. */
  readonly rate: (currency: string) => Rate | undefined
  /** Id of the converting market; undefined for US dollars and unknown currencies. */
  readonly conversionMarket: (currency: string) => number | undefined
  /** Sequence of the last event; before the first event, of the newest quote at the start. */
  readonly seq: () => number
  /** Newest quote time of any market; 0 before the first quote since the server started. */
  readonly tickMs: () => number
}

/** The part of the board that valuation needs. */
export type Prices = Pick<Board, 'now' | 'rate'>

/** A board that also knows the terms of the markets. */
export type MarketBoard = Board & { readonly market: (marketId: number) => Market | undefined }

export type LiveBoard = MarketBoard & {
  readonly apply: (event: MarketEvent) => void
  /** The board as it is now. Later events do not change it. */
  readonly copy: () => MarketBoard
}

/** State and last quote of a market when the server starts. */
export type StartPrice = {
  readonly marketId: number
  readonly state: MarketState
  readonly quote: Quote | undefined
}

/** Minimum time between two board waits that one market starts, in case its state flaps. */
export const minWaitGapMs = 300_000

/** A market without any event yet. */
export const unknownMarket: MarketNow = {
  state: 'closed',
  quote: undefined,
  stateSeq: 0,
  isCurrent: false,
  waitFromMs: null,
}

/** Keeps the newest state and quote of every market, from initial prices and the events after them. */
export function createBoard(markets: readonly Market[], start: readonly StartPrice[]): LiveBoard {
  const terms = {
    byId: new Map(markets.map((market) => [market.id, market])),
    routeOf: createConversionRoutes(markets),
  }
  const board = new Map<number, MarketNow>(
    start.map(({ marketId, state, quote }) => [marketId, { ...unknownMarket, state, quote }]),
  )
  let seq = Math.max(0, ...start.map(({ quote }) => quote?.seq ?? 0))
  let tickMs = 0
  const { forgetRates, ...prices } = pricesOf(board, terms)
  return {
    ...prices,
    seq: () => seq,
    tickMs: () => tickMs,
    apply(event) {
      const before = prices.now(event.marketId)
      seq = event.seq
      if (event.kind === 'state') board.set(event.marketId, withState(before, event.state, event.seq))
      else {
        const { kind: _, ...quote } = event
        tickMs = Math.max(tickMs, quote.timeMs)
        board.set(event.marketId, withQuote(before, quote, tickMs))
        forgetRates()
      }
    },
    copy() {
      const copied = { seq, tickMs }
      const { forgetRates: _, ...copiedPrices } = pricesOf(new Map(board), terms)
      return { ...copiedPrices, seq: () => copied.seq, tickMs: () => copied.tickMs }
    },
  }
}

type Terms = {
  readonly byId: ReadonlyMap<number, Market>
  readonly routeOf: ReturnType<typeof createConversionRoutes>
}

/** The part of the board that follows from the markets. Rates are kept until they are forgotten. */
function pricesOf(board: ReadonlyMap<number, MarketNow>, { byId, routeOf }: Terms) {
  const rates = new Map<string, Rate | undefined>()
  function now(marketId: number): MarketNow {
    return board.get(marketId) ?? unknownMarket
  }
  function rateNow(currency: string): Rate | undefined {
    if (conversionOf(currency)?.by === 'itself') return oneToOne
    const route = routeOf(currency)
    const quote = route === undefined ? undefined : now(route.marketId).quote
    return route === undefined || quote === undefined
      ? undefined
      : conversionRate(route.conversion, quote, route.precision)
  }
  return {
    now,
    rate(currency: string): Rate | undefined {
      if (!rates.has(currency)) rates.set(currency, rateNow(currency))
      return rates.get(currency)
    },
    conversionMarket: (currency: string) => routeOf(currency)?.marketId,
    market: (marketId: number) => byId.get(marketId),
    forgetRates: () => rates.clear(),
  }
}

function withState(before: MarketNow, state: MarketState, seq: number): MarketNow {
  const stateSeq = state === before.state ? before.stateSeq : seq
  return { ...before, state, stateSeq, isCurrent: before.isCurrent && state === 'open' }
}

/** The board wait starts at the newest tick time. From the time of an older quote, it would end too early. */
function withQuote(before: MarketNow, quote: Quote, tickMs: number): MarketNow {
  const { state, stateSeq, isCurrent, waitFromMs } = before
  if (state !== 'open' || isCurrent) return { state, quote, stateSeq, isCurrent, waitFromMs }
  const startsWait = waitFromMs === null || tickMs - waitFromMs >= minWaitGapMs
  return { state, quote, stateSeq, isCurrent: true, waitFromMs: startsWait ? tickMs : waitFromMs }
}
