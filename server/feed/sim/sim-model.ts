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

/** Counts up with every change after which the same seed gives other prices: what was stored then no longer counts. */
export const modelVersion = 1

export type SimModelParts = {
  readonly seed: string
  /** In the mean over markets and hours. */
  readonly ticksPerSecond: number
  readonly markets: readonly ModelledMarket[]
}

/** Its markets, by id. */
export type SimModel = ReadonlyMap<number, SimMarket>

/** The same parts give the same prices at the same times, on every machine and in every thread. */
export function createSimModel({ seed, ticksPerSecond, markets }: SimModelParts): SimModel {
  const processOf = createProcesses(hashText(`openlot ${seed}`))
  return new Map(
    markets.map((market): readonly [number, SimMarket] => {
      const { level, components, spreadPpm } = compositionOf(market, markets)
      const processes = components.map((part) => ({ process: processOf(part), weight: part.weight }))
      const key = deriveKey(hashText(seed), hashText(market.code))
      const { jumpLimitPpm } = market
      return [market.id, createSimMarket({ jumpLimitPpm, key, level, processes, spreadPpm, ticksPerSecond })]
    }),
  )
}

/** Each process is made once and shared by all the markets it moves; so are the clocks by all the processes. */
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

function getOrCreate<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

/** What of a market its prices depend on, besides its hours. */
export type ModelledMarket = Pick<
  Market,
  'id' | 'code' | 'pricePrecision' | 'referencePrice' | 'jumpLimitPpm'
>

export function modelledMarket(market: Market): ModelledMarket {
  const { id, code, pricePrecision, referencePrice, jumpLimitPpm } = market
  return { id, code, pricePrecision, referencePrice, jumpLimitPpm }
}

/** A process by its name, and how much of it is in the logarithm of a price. */
export type Component = { readonly process: string; readonly activity: ActivityName; readonly weight: number }

/** What a market's price is made of. */
type PriceComposition = {
  /** The price, in steps, around which it moves. */
  readonly level: number
  readonly components: readonly Component[]
  readonly spreadPpm: number
}

type Pair = { readonly base: string; readonly quote: string }

/** Of something the tables do not know, a usual day is this much of the jump that is held back. */
const unknownDayShare = 0.2

export function compositionOf(market: ModelledMarket, markets: readonly ModelledMarket[]): PriceComposition {
  const pair = pairOf(market.code)
  const components =
    pair === undefined ? componentsOf(market.code, unpairedInstrument(market), 1) : componentsOfPair(pair)
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
function componentsOfPair({ base, quote }: Pair): readonly Component[] {
  const parts = new Map<string, Component>()
  for (const part of [...componentsOfAsset(base, 1), ...componentsOfAsset(quote, -1)]) {
    const weight = (parts.get(part.process)?.weight ?? 0) + part.weight
    parts.set(part.process, { ...part, weight })
  }
  return [...parts.values()].filter(({ weight }) => weight !== 0)
}

function componentsOfAsset(code: string, sign: 1 | -1): readonly Component[] {
  const asset = assets.get(code)
  return asset === undefined ? [] : componentsOf(code, asset, sign)
}

function unpairedInstrument(market: ModelledMarket): Instrument {
  const dayPercent = (market.jumpLimitPpm / 10_000) * unknownDayShare
  return quoted.get(market.code) ?? { dailyPercent: dayPercent, correlations: {}, activity: 'currencies' }
}

function componentsOf(code: string, instrument: Instrument, sign: 1 | -1): readonly Component[] {
  const day = (sign * instrument.dailyPercent) / 100
  const shared = Object.entries(instrument.correlations) as readonly (readonly [FactorName, number])[]
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

/** Powers are left to engines to approximate, products are not. */
function stepsPerUnit({ pricePrecision }: ModelledMarket): number {
  let steps = 1
  for (let decimals = 0; decimals < pricePrecision; decimals++) steps *= 10
  return steps
}
