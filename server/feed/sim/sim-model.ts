import type { Market } from '#core/market/market.ts'
import { deriveKey, hashText } from '#server/feed/sim/deterministic-math.ts'
import {
  assets,
  type FactorName,
  factors,
  type Instrument,
  quoted,
  spreadPpm,
} from '#server/feed/sim/instruments.ts'
import { createRandomProcess, type RandomProcess } from '#server/feed/sim/random-process.ts'
import { createSimMarket, type SimMarket } from '#server/feed/sim/sim-market.ts'
import {
  type ActivityName,
  activities,
  createVarianceClock,
  type VarianceClock,
} from '#server/feed/sim/trading-activity.ts'

/** Increment it when the same seed gives different prices. Stored quotes and candles of older versions are ignored. */
export const modelVersion = 1

export type SimModelParts = {
  readonly seed: string
  /** Average over markets and hours. */
  readonly ticksPerSecond: number
  readonly markets: readonly ModelledMarket[]
}

/** Simulated markets by id. */
export type SimModel = ReadonlyMap<number, SimMarket>

/** Equal parts give equal prices at equal times, on every machine and in every thread. */
export function createSimModel({ seed, ticksPerSecond, markets }: SimModelParts): SimModel {
  const processOf = createProcesses(hashText(`openlot ${seed}`))
  return new Map(
    markets.map((market): readonly [number, SimMarket] => {
      const { level, components, spreadPpm } = compositionOf(market, markets)
      const processes = components.map((component) => ({
        process: processOf(component),
        weight: component.weight,
      }))
      const key = deriveKey(hashText(seed), hashText(market.code))
      const { jumpLimitPpm } = market
      return [market.id, createSimMarket({ jumpLimitPpm, key, level, processes, spreadPpm, ticksPerSecond })]
    }),
  )
}

/** Markets share processes, and processes share variance clocks. The hashed strings are part of the seed: keep them. */
function createProcesses(key: number): (component: Component) => RandomProcess {
  const clocks = new Map<ActivityName, VarianceClock>()
  const processes = new Map<string, RandomProcess>()
  const clockOf = (name: ActivityName) =>
    getOrCreate(clocks, name, () => createVarianceClock(activities[name]))
  return ({ process, activity }) =>
    getOrCreate(processes, process, () =>
      createRandomProcess({
        key: deriveKey(key, hashText(process)),
        volatilityKey: deriveKey(key, hashText(activity === 'coins' ? 'mood of coins' : 'mood')),
        clockOf: clockOf(activity),
      }),
    )
}

function getOrCreate<Key, Value>(cache: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = cache.get(key) ?? create()
  cache.set(key, value)
  return value
}

/** The fields of a market that determine its prices. The feed key hashes their JSON: keep names and order. */
export type ModelledMarket = Pick<
  Market,
  'id' | 'code' | 'pricePrecision' | 'referencePrice' | 'jumpLimitPpm'
>

export function modelledMarket(market: Market): ModelledMarket {
  const { id, code, pricePrecision, referencePrice, jumpLimitPpm } = market
  return { id, code, pricePrecision, referencePrice, jumpLimitPpm }
}

/** A named process and its weight in the logarithm of a price. */
export type Component = { readonly process: string; readonly activity: ActivityName; readonly weight: number }

type PriceComposition = {
  /** Price, in steps, that the market fluctuates around. */
  readonly level: number
  readonly components: readonly Component[]
  readonly spreadPpm: number
}

type Pair = { readonly base: string; readonly quote: string }

/** Daily volatility of an instrument that is not in the tables, as a share of its jump limit. */
const unknownShareOfLimit = 0.2

export function compositionOf(market: ModelledMarket, markets: readonly ModelledMarket[]): PriceComposition {
  const pair = pairOf(market.code)
  const components =
    pair === undefined ? componentsOf(market.code, unpairedInstrument(market), 1) : componentsOfPair(pair)
  const dailyPercent = 100 * Math.sqrt(components.reduce((sum, { weight }) => sum + weight * weight, 0))
  const kind = pair === undefined ? 'quoted' : assets.get(pair.base)?.activity === 'coins' ? 'coin' : 'pair'
  return {
    level: levelOf(market, pair, markets),
    components,
    spreadPpm: spreadPpm(market.code, kind, dailyPercent),
  }
}

/** `EURJPY` is EUR in JPY, `DOGEUSD` is DOGE in USD, if both assets are in the tables. */
function pairOf(code: string): Pair | undefined {
  const [base, quote] = [code.slice(0, -3), code.slice(-3)]
  return isAsset(base) && isAsset(quote) ? { base, quote } : undefined
}

function isAsset(code: string): boolean {
  return code === 'USD' || assets.has(code)
}

/** A process that drives both assets becomes one component with the difference of the weights. */
function componentsOfPair({ base, quote }: Pair): readonly Component[] {
  const components = new Map<string, Component>()
  for (const component of [...componentsOfAsset(base, 1), ...componentsOfAsset(quote, -1)]) {
    const weight = (components.get(component.process)?.weight ?? 0) + component.weight
    components.set(component.process, { ...component, weight })
  }
  return [...components.values()].filter(({ weight }) => weight !== 0)
}

function componentsOfAsset(code: string, sign: 1 | -1): readonly Component[] {
  const asset = assets.get(code)
  return asset === undefined ? [] : componentsOf(code, asset, sign)
}

function unpairedInstrument(market: ModelledMarket): Instrument {
  const dailyPercent = (market.jumpLimitPpm / 10_000) * unknownShareOfLimit
  return quoted.get(market.code) ?? { dailyPercent, correlations: {}, activity: 'currencies' }
}

function componentsOf(code: string, instrument: Instrument, sign: 1 | -1): readonly Component[] {
  const deviation = (sign * instrument.dailyPercent) / 100
  const shared = Object.entries(instrument.correlations) as readonly (readonly [FactorName, number])[]
  const specific = Math.sqrt(1 - shared.reduce((sum, [, correlation]) => sum + correlation * correlation, 0))
  return [
    ...shared.map(([factor, correlation]) => ({
      process: `factor ${factor}`,
      activity: factors[factor],
      weight: deviation * correlation,
    })),
    { process: code, activity: instrument.activity, weight: deviation * specific },
  ]
}

/**
 * The level of a cross is the ratio of its two currencies' dollar prices, if both have a market. Its own reference
 * price would allow arbitrage.
 */
function levelOf(market: ModelledMarket, pair: Pair | undefined, markets: readonly ModelledMarket[]): number {
  const base = pair && priceInDollars(pair.base, markets)
  const quote = pair && priceInDollars(pair.quote, markets)
  if (base === undefined || quote === undefined) return market.referencePrice
  return (base / quote) * stepsPerUnit(market)
}

function priceInDollars(code: string, markets: readonly ModelledMarket[]): number | undefined {
  if (code === 'USD') return 1
  const direct = markets.find((market) => market.code === `${code}USD`)
  if (direct !== undefined) return direct.referencePrice / stepsPerUnit(direct)
  const inverse = markets.find((market) => market.code === `USD${code}`)
  return inverse && stepsPerUnit(inverse) / inverse.referencePrice
}

/** Multiplies, because JavaScript engines may compute powers with different rounding. */
function stepsPerUnit({ pricePrecision }: ModelledMarket): number {
  let steps = 1
  for (let decimals = 0; decimals < pricePrecision; decimals++) steps *= 10
  return steps
}
