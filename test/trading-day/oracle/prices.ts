import type { MarketState, OracleEvent, OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { product, quotient, type Rational, ratio, rounded } from '#test/trading-day/oracle/rational.ts'

export type Quote = { readonly bid: bigint; readonly ask: bigint; readonly seq: number }

/** A quote of an open market, and the one it took the place of. */
export type Tick = { readonly marketId: number; readonly quote: Quote; readonly before: Quote | undefined }

export type Prices = {
  /** The tick that this event is, if it is one. */
  readonly hear: (event: OracleEvent) => Tick | undefined
  readonly quote: (marketId: number) => Quote | undefined
  readonly state: (marketId: number) => MarketState
  /** Billionths of a US dollar for one of this currency; undefined while that is unknown. */
  readonly rate: (currency: string) => bigint | undefined
}

/** The market a currency is converted by, and how. A hundred GBX are one GBP. */
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

export function createPrices(markets: readonly OracleMarket[]): Prices {
  const quotes = new Map<number, Quote>()
  const states = new Map<number, MarketState>()

  /** "A market without any quote counts as closed." */
  function state(marketId: number): MarketState {
    return quotes.has(marketId) ? (states.get(marketId) ?? 'closed') : 'closed'
  }

  /** "A quote while the market is closed or stale becomes its last price, and nothing else happens." */
  function hear(event: OracleEvent): Tick | undefined {
    const { marketId } = event
    if (event.kind === 'state') {
      states.set(marketId, event.state)
      return undefined
    }
    const before = quotes.get(marketId)
    const quote = { bid: BigInt(event.bid), ask: BigInt(event.ask), seq: event.seq }
    quotes.set(marketId, quote)
    return state(marketId) === 'open' ? { marketId, quote, before } : undefined
  }

  /** "The mid is that of the last quote of the converting market, in whatever state that market is." */
  function rate(currency: string): bigint | undefined {
    if (currency === 'USD') return 1_000_000_000n
    const conversion = conversions[currency]
    const market = markets.find(({ code }) => code === conversion?.code)
    const quote = market === undefined ? undefined : quotes.get(market.id)
    if (conversion === undefined || market === undefined || quote === undefined) return undefined
    const mid = quotient(midPrice(quote), ratio(10n ** BigInt(market.precision)))
    return conversion.way === 'multiply'
      ? rounded(product(mid, billion, ratio(1n, conversion.divisor)))
      : rounded(quotient(billion, mid))
  }

  return { hear, quote: (marketId) => quotes.get(marketId), state, rate }
}

/** In steps: "(bid + ask) ÷ 2, and may lie between two". */
export function midPrice(quote: Quote): Rational {
  return ratio(quote.bid + quote.ask, 2n)
}
