import { product, quotient, type Rational, ratio, rounded } from '#test/trading-day/oracle/exact-numbers.ts'
import type { MarketState, OracleEvent, OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'

export type Quote = { readonly bid: bigint; readonly ask: bigint; readonly seq: number }

/** A quote of an open market, with the quote before it. */
export type Tick = { readonly marketId: number; readonly quote: Quote; readonly before: Quote | undefined }

export type Prices = {
  /** Updates prices and states. Returns a tick if the event is a quote of an open market. */
  readonly apply: (event: OracleEvent) => Tick | undefined
  /** Forgets everything except the last quotes and states. */
  readonly restart: () => void
  readonly quote: (marketId: number) => Quote | undefined
  readonly state: (marketId: number) => MarketState
  /** Value of one unit of the currency in billionths of a US dollar; undefined while unknown. */
  readonly rate: (currency: string) => bigint | undefined
  /** The market that converts this currency. */
  readonly convertingMarket: (currency: string) => number | undefined
  readonly isCurrent: (marketId: number) => boolean
  /** Tick time at which this market last started a board wait. */
  readonly waitStartMs: (marketId: number) => number | undefined
  readonly tickTimeMs: () => number
  /** Sequence of the last state change. "That sequence is 0 before the first change since the start." */
  readonly lastChangeSeq: (marketId: number) => number
}

/** Conversion market of each currency. A hundred GBX are one GBP. */
const conversions: Readonly<Record<string, { code: string; way: 'multiply' | 'divide'; divisor: bigint }>> = {
  ...Object.fromEntries(
    ['EUR', 'GBP', 'AUD', 'NZD'].map((currency) => [
      currency,
      { code: `${currency}USD`, way: 'multiply', divisor: 1n },
    ]),
  ),
  GBX: { code: 'GBPUSD', way: 'multiply', divisor: 100n },
  ...Object.fromEntries(
    ['JPY', 'CHF', 'CAD', 'CNH', 'SGD', 'HKD', 'MXN', 'ZAR'].map((currency) => [
      currency,
      { code: `USD${currency}`, way: 'divide', divisor: 1n },
    ]),
  ),
}

const billion = ratio(1_000_000_000n)
const leastBetweenWaitsMs = 300_000

export function createPrices(markets: readonly OracleMarket[]): Prices {
  const quotes = new Map<number, Quote>()
  const states = new Map<number, MarketState>()
  /** Markets with "a quote since it was last closed or stale; after a start, since the start". */
  const quotedSince = new Set<number>()
  const waitStarts = new Map<number, number>()
  const changes = new Map<number, number>()
  let tickTimeMs = 0

  /** "A market without any quote counts as closed." */
  function state(marketId: number): MarketState {
    return quotes.has(marketId) ? (states.get(marketId) ?? 'closed') : 'closed'
  }

  /** "A quote of a closed or stale market becomes its last price and has no other effect." */
  function apply(event: OracleEvent): Tick | undefined {
    const { marketId } = event
    if (event.kind === 'state') {
      if (event.state !== (states.get(marketId) ?? 'closed')) changes.set(marketId, event.seq)
      if (event.state !== 'open') quotedSince.delete(marketId)
      states.set(marketId, event.state)
      return undefined
    }
    const before = quotes.get(marketId)
    const quote = { bid: BigInt(event.bid), ask: BigInt(event.ask), seq: event.seq }
    quotes.set(marketId, quote)
    // "The newest time of any quote since the start."
    if (event.timeMs > tickTimeMs) tickTimeMs = event.timeMs
    if (state(marketId) !== 'open') return undefined
    if (!quotedSince.has(marketId)) startWait(marketId)
    quotedSince.add(marketId)
    return { marketId, quote, before }
  }

  /** "Starts a grace period at the current tick time, unless it started one less than 300,000 ms before." */
  function startWait(marketId: number): void {
    const last = waitStarts.get(marketId)
    if (last === undefined || tickTimeMs - last >= leastBetweenWaitsMs) waitStarts.set(marketId, tickTimeMs)
  }

  function restart(): void {
    quotedSince.clear()
    waitStarts.clear()
    changes.clear()
    tickTimeMs = 0
  }

  function marketConverting(currency: string): OracleMarket | undefined {
    return markets.find(({ code }) => code === conversions[currency]?.code)
  }

  /** "The mid is that of the conversion market's last quote, whatever the state of that market." */
  function rate(currency: string): bigint | undefined {
    if (currency === 'USD') return 1_000_000_000n
    const conversion = conversions[currency]
    const market = marketConverting(currency)
    const quote = market === undefined ? undefined : quotes.get(market.id)
    if (conversion === undefined || market === undefined || quote === undefined) return undefined
    const mid = quotient(midPrice(quote), ratio(10n ** BigInt(market.precision)))
    return conversion.way === 'multiply'
      ? rounded(product(mid, billion, ratio(1n, conversion.divisor)))
      : rounded(quotient(billion, mid))
  }

  return {
    apply,
    restart,
    quote: (marketId) => quotes.get(marketId),
    state,
    rate,
    convertingMarket: (currency) => marketConverting(currency)?.id,
    isCurrent: (marketId) => state(marketId) === 'open' && quotedSince.has(marketId),
    waitStartMs: (marketId) => waitStarts.get(marketId),
    tickTimeMs: () => tickTimeMs,
    lastChangeSeq: (marketId) => changes.get(marketId) ?? 0,
  }
}

/** "(bid + ask) ÷ 2 and may lie between two steps." */
export function midPrice(quote: Quote): Rational {
  return ratio(quote.bid + quote.ask, 2n)
}
