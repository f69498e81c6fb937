import { conversionOf, conversionRate, createConversionRoutes } from '#core/market/conversion.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent, MarketState, Quote } from '#core/market/quote.ts'
import { oneToOne, type Rate } from '#core/money/amounts.ts'

/** A market at one moment. The quote is the last one there was, in a closed market too. */
export type MarketNow = {
  readonly state: MarketState
  readonly quote: Quote | undefined
  /** Sequence of its last change of state; 0 before the first one since the start. */
  readonly stateSeq: number
  /** It is open and has had a quote since it was last closed or stale (after a start: since the start). */
  readonly isCurrent: boolean
  /**
   * Tick time at which it last started a wait for the rest of the board: it became current then, and had started
   * none in the five minutes before. Null when it never did.
   */
  readonly waitFromMs: number | null
}

/** All that a decision knows of prices. */
export type Board = {
  readonly now: (marketId: number) => MarketNow
  /** A currency in US dollars, by the last known price of what converts it; undefined as long as there is none. */
  readonly rate: (currency: string) => Rate | undefined
  /** The market whose price converts this currency; undefined for US dollars and unknown currencies. */
  readonly conversionMarket: (currency: string) => number | undefined
  /** The sequence of the last event, or of the newest quote there was before any. */
  readonly seq: () => number
  /** The newest tick's own time, of any market; 0 before the first quote since the start. */
  readonly tickMs: () => number
}

/** What an account can be valued with. */
export type Prices = Pick<Board, 'now' | 'rate'>

export type LiveBoard = Board & {
  readonly market: (marketId: number) => Market | undefined
  readonly apply: (event: MarketEvent) => void
}

/** The last price of a market before the first event. */
export type StartPrice = {
  readonly marketId: number
  readonly state: MarketState
  readonly quote: Quote | undefined
}

/** A market that flaps starts a wait at most this often. */
export const minWaitGapMs = 300_000

/** A market of which nothing has been told. */
export const unknownMarket: MarketNow = {
  state: 'closed',
  quote: undefined,
  stateSeq: 0,
  isCurrent: false,
  waitFromMs: null,
}

/** The newest of every market, as the events told it. What is there at the start are the last prices of before. */
export function createBoard(markets: readonly Market[], start: readonly StartPrice[]): LiveBoard {
  const byId = new Map(markets.map((market) => [market.id, market]))
  const wayOf = createConversionRoutes(markets)
  const board = new Map<number, MarketNow>(
    start.map(({ marketId, state, quote }) => [marketId, { ...unknownMarket, state, quote }]),
  )
  const rates = new Map<string, Rate | undefined>()
  let seq = Math.max(0, ...start.map(({ quote }) => quote?.seq ?? 0))
  let tickMs = 0

  function now(marketId: number): MarketNow {
    return board.get(marketId) ?? unknownMarket
  }
  function rateNow(currency: string): Rate | undefined {
    if (conversionOf(currency)?.by === 'itself') return oneToOne
    const way = wayOf(currency)
    const quote = way === undefined ? undefined : now(way.marketId).quote
    return way === undefined || quote === undefined
      ? undefined
      : conversionRate(way.conversion, quote, way.precision)
  }
  return {
    now,
    rate(currency) {
      if (!rates.has(currency)) rates.set(currency, rateNow(currency))
      return rates.get(currency)
    },
    conversionMarket: (currency) => wayOf(currency)?.marketId,
    market: (marketId) => byId.get(marketId),
    apply(event) {
      const before = now(event.marketId)
      seq = event.seq
      if (event.kind === 'state') board.set(event.marketId, withState(before, event.state, event.seq))
      else {
        const { kind: _, ...quote } = event
        tickMs = Math.max(tickMs, quote.timeMs)
        board.set(event.marketId, withQuote(before, quote, tickMs))
        rates.clear()
      }
    },
    seq: () => seq,
    tickMs: () => tickMs,
  }
}

function withState(before: MarketNow, state: MarketState, seq: number): MarketNow {
  const stateSeq = state === before.state ? before.stateSeq : seq
  return { ...before, state, stateSeq, isCurrent: before.isCurrent && state === 'open' }
}

/** The wait starts at the tick time and not at the quote's own: a quote that is older than others would end it early. */
function withQuote(before: MarketNow, quote: Quote, tickMs: number): MarketNow {
  const { state, stateSeq, isCurrent, waitFromMs } = before
  if (state !== 'open' || isCurrent) return { state, quote, stateSeq, isCurrent, waitFromMs }
  const startsWait = waitFromMs === null || tickMs - waitFromMs >= minWaitGapMs
  return { state, quote, stateSeq, isCurrent: true, waitFromMs: startsWait ? tickMs : waitFromMs }
}
