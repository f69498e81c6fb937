import type { ActivityName } from '#server/feed/sim/instruments/activities.ts'
import { type FactorName, factors, type Instrument } from '#server/feed/sim/instruments/instrument.ts'
import { assets, quoted } from '#server/feed/sim/instruments/instruments.ts'
import type { ModelledMarket } from '#server/feed/sim/instruments/modelled-market.ts'
import { spreadPpm } from '#server/feed/sim/instruments/spreads.ts'

/** A process by its name, and how much of it is in the logarithm of a price. */
export type Component = { readonly process: string; readonly activity: ActivityName; readonly weight: number }

/** What a market's price is made of. */
export type Composition = {
  /** The price, in steps, around which it moves. */
  readonly level: number
  readonly components: readonly Component[]
  readonly spreadPpm: number
}

type Pair = { readonly base: string; readonly quote: string }

/** Of something the tables do not know, a usual day is this much of the jump that is held back. */
const unknownDayShare = 0.2

export function compositionOf(market: ModelledMarket, markets: readonly ModelledMarket[]): Composition {
  const pair = pairOf(market.code)
  const components = pair === undefined ? partsOf(market.code, unpaired(market), 1) : partsOfPair(pair)
  const dayPercent = 100 * Math.sqrt(components.reduce((sum, { weight }) => sum + weight * weight, 0))
  const kind = pair === undefined ? 'quoted' : assets.get(pair.base)?.activity === 'coins' ? 'coin' : 'pair'
  return {
    level: levelOf(market, pair, markets),
    components,
    spreadPpm: spreadPpm(market.code, kind, dayPercent),
  }
}

/** `EURJPY` is EUR in JPY, `DOGEUSD` is DOGE in USD, if both are known. */
function pairOf(code: string): Pair | undefined {
  const [base, quote] = [code.slice(0, -3), code.slice(-3)]
  return isAsset(base) && isAsset(quote) ? { base, quote } : undefined
}

function isAsset(code: string): boolean {
  return code === 'USD' || assets.has(code)
}

/** What both sides share is one component with the difference of their weights, or none if they cancel out. */
function partsOfPair({ base, quote }: Pair): readonly Component[] {
  const parts = new Map<string, Component>()
  for (const part of [...partsOfAsset(base, 1), ...partsOfAsset(quote, -1)]) {
    const weight = (parts.get(part.process)?.weight ?? 0) + part.weight
    parts.set(part.process, { ...part, weight })
  }
  return [...parts.values()].filter(({ weight }) => weight !== 0)
}

function partsOfAsset(code: string, sign: 1 | -1): readonly Component[] {
  const asset = assets.get(code)
  return asset === undefined ? [] : partsOf(code, asset, sign)
}

function unpaired(market: ModelledMarket): Instrument {
  const dayPercent = (market.jumpLimitPpm / 10_000) * unknownDayShare
  return quoted.get(market.code) ?? { dayPercent, with: {}, activity: 'currencies' }
}

function partsOf(code: string, instrument: Instrument, sign: 1 | -1): readonly Component[] {
  const day = (sign * instrument.dayPercent) / 100
  const shared = Object.entries(instrument.with) as readonly (readonly [FactorName, number])[]
  const own = Math.sqrt(1 - shared.reduce((sum, [, correlation]) => sum + correlation * correlation, 0))
  return [
    ...shared.map(([factor, correlation]) => ({
      process: `factor ${factor}`,
      activity: factors[factor],
      weight: day * correlation,
    })),
    { process: code, activity: instrument.activity, weight: day * own },
  ]
}

/**
 * A cross is the ratio of its two currencies in dollars wherever those are markets, whatever its own reference price
 * says: otherwise there would be money to be made from nothing.
 */
function levelOf(market: ModelledMarket, pair: Pair | undefined, markets: readonly ModelledMarket[]): number {
  const base = pair && inDollars(pair.base, markets)
  const quote = pair && inDollars(pair.quote, markets)
  if (base === undefined || quote === undefined) return market.referencePrice
  return (base / quote) * stepsPerUnit(market)
}

function inDollars(code: string, markets: readonly ModelledMarket[]): number | undefined {
  if (code === 'USD') return 1
  const direct = markets.find((market) => market.code === `${code}USD`)
  if (direct !== undefined) return direct.referencePrice / stepsPerUnit(direct)
  const inverse = markets.find((market) => market.code === `USD${code}`)
  return inverse && stepsPerUnit(inverse) / inverse.referencePrice
}

/** Powers are left to engines to approximate, products are not. */
function stepsPerUnit({ pricePrecision }: ModelledMarket): number {
  let steps = 1
  for (let decimals = 0; decimals < pricePrecision; decimals++) steps *= 10
  return steps
}
