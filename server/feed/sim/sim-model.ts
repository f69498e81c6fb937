import { minuteMs } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import { exponential } from '#server/feed/sim/deterministic-math.ts'
import {
  assets,
  type FactorName,
  factors,
  type Instrument,
  quoted,
  spreadPpm,
} from '#server/feed/sim/instruments.ts'
import {
  bytesPerWord,
  createKeyStreams,
  fingerprintOf,
  type KeyStreams,
} from '#server/feed/sim/key-stream.ts'
import { createLruMemo } from '#server/feed/sim/lru-memo.ts'
import { createMarketPath, type MarketPath } from '#server/feed/sim/market-path.ts'
import { stepsPerSlotOf } from '#server/feed/sim/minute-ticks.ts'
import { createRandomProcess, type RandomProcess, slotsPerMinute } from '#server/feed/sim/random-process.ts'
import { createSimMarket, type SimMarket } from '#server/feed/sim/sim-market.ts'
import {
  type ActivityName,
  activities,
  createVarianceClock,
  type VarianceClock,
} from '#server/feed/sim/trading-activity.ts'
import { createVolatility, createVolatilityRegimes, type Volatility } from '#server/feed/sim/volatility.ts'

/** Increment it when the same seed gives different prices. Stored quotes and candles of older versions are ignored. */
const modelVersion = 4

/** Names the prices of a seed without revealing it. */
export function simulationName(seed: Uint8Array): string {
  return `${modelVersion}-${fingerprintOf(seed, `version ${modelVersion}`)}`
}

export type SimModelParts = {
  /** 32 random bytes. Secret: all future prices can be computed from them. */
  readonly seed: Uint8Array
  /** Average over markets and hours. */
  readonly ticksPerSecond: number
  readonly markets: readonly ModelledMarket[]
}

/** Simulated markets by id. */
export type SimModel = ReadonlyMap<number, SimMarket>

/** All markets ask for the same minute one after another, at a start also for earlier ones. */
const cachedMinutes = 4

/** Equal parts give equal prices at equal times, on every machine and in every thread. */
export function createSimModel({ seed, ticksPerSecond, markets }: SimModelParts): SimModel {
  const streams = createKeyStreams(seed)
  const stepsPerSlot = stepsPerSlotOf(ticksPerSecond)
  const processOf = createProcesses(streams, stepsPerSlot)
  const stepWords = createLruMemo(cachedMinutes, (minute) =>
    streams(`steps/${minute}`, slotsPerMinute * stepsPerSlot * bytesPerWord),
  )
  const modelled = markets.map((market) => {
    const { components, spreadPpm } = compositionOf(market.code)
    const path = createMarketPath(
      components.map((component) => ({ ...component, process: processOf(component) })),
      stepsPerSlot,
    )
    return { market, path, spreadPpm }
  })
  const levels = new Map(
    modelled.flatMap(({ market: { code, origin }, path }) =>
      origin === undefined ? [] : [[code, ownLevel(origin, path)] as const],
    ),
  )
  return new Map(
    modelled.map(({ market, path, spreadPpm }): readonly [number, SimMarket] => {
      const level = levelOf(market, levels, markets)
      const { code } = market
      return [
        market.id,
        createSimMarket({ code, streams, stepWords, level, path, spreadPpm, ticksPerSecond }),
      ]
    }),
  )
}

/** Markets share processes, and processes share volatility. Prices depend on the names: keep them. */
function createProcesses(streams: KeyStreams, stepsPerSlot: number): (component: Component) => RandomProcess {
  const processes = new Map<string, RandomProcess>()
  const volatilities = new Map<ActivityName, Volatility>()
  const regimes = {
    coins: createVolatilityRegimes('coins', streams),
    others: createVolatilityRegimes('others', streams),
  }
  const volatilityOf = (activity: ActivityName) =>
    getOrCreate(volatilities, activity, () =>
      createVolatility(clockOf(activity), activity === 'coins' ? regimes.coins : regimes.others),
    )
  return ({ process, activity }) =>
    getOrCreate(processes, process, () =>
      createRandomProcess({ name: process, streams, volatility: volatilityOf(activity), stepsPerSlot }),
    )
}

/** Shared by all models: a clock does not depend on the seed, and its days are costly to compute. */
const clocks = new Map<ActivityName, VarianceClock>()

function clockOf(name: ActivityName): VarianceClock {
  return getOrCreate(clocks, name, () => createVarianceClock(activities[name]))
}

function getOrCreate<Key, Value>(cache: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = cache.get(key) ?? create()
  cache.set(key, value)
  return value
}

/** What determines the prices of a market. The feed key hashes its JSON: keep names and order. */
export type ModelledMarket = Pick<Market, 'id' | 'code' | 'pricePrecision'> & {
  /** Not needed if the price follows from other markets. */
  readonly origin: PriceOrigin | undefined
}

/** The bid, in steps, that a market had or has at a time. The simulation passes through it. */
export type PriceOrigin = { readonly timeMs: number; readonly bid: number }

export function modelledMarket(
  { id, code, pricePrecision }: Market,
  origin: PriceOrigin | undefined,
): ModelledMarket {
  return { id, code, pricePrecision, origin: origin && { timeMs: origin.timeMs, bid: origin.bid } }
}

/** A named process and its weight in the logarithm of a price. */
export type Component = {
  readonly process: string
  readonly activity: ActivityName
  readonly weight: number
  /**
   * Minus half the square of the weight in the dollar price of an asset, plus half of it for the other side of a pair.
   * So the mean value of every asset in dollars stays as it is: nothing is earned by holding one.
   */
  readonly drift: number
}

type PriceComposition = { readonly components: readonly Component[]; readonly spreadPpm: number }

type Pair = { readonly base: string; readonly quote: string }

/**
 * For an instrument that is not in the tables. It has a second process, because a price with many digits would show which
 * of the 256 values each move of a single one has, and so where the minute ends.
 */
const unknownInstrument: Instrument = {
  dailyPercent: 0.6,
  correlations: { risk: 0.5 },
  activity: 'currencies',
}

export function compositionOf(code: string): PriceComposition {
  const pair = pairOf(code)
  const components =
    pair === undefined ? componentsOf(code, quoted.get(code) ?? unknownInstrument, 1) : componentsOfPair(pair)
  const dailyPercent = 100 * Math.sqrt(components.reduce((sum, { weight }) => sum + weight * weight, 0))
  const kind = pair === undefined ? 'quoted' : assets.get(pair.base)?.activity === 'coins' ? 'coin' : 'pair'
  return { components, spreadPpm: spreadPpm(code, kind, dailyPercent) }
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
    const { weight, drift } = components.get(component.process) ?? { weight: 0, drift: 0 }
    components.set(component.process, {
      ...component,
      weight: weight + component.weight,
      drift: drift + component.drift,
    })
  }
  return [...components.values()].filter(({ weight, drift }) => weight !== 0 || drift !== 0)
}

function componentsOfAsset(code: string, sign: 1 | -1): readonly Component[] {
  const asset = assets.get(code)
  return asset === undefined ? [] : componentsOf(code, asset, sign)
}

function componentsOf(code: string, instrument: Instrument, sign: 1 | -1): readonly Component[] {
  const deviation = instrument.dailyPercent / 100
  const shared = Object.entries(instrument.correlations) as readonly (readonly [FactorName, number])[]
  const specific = Math.sqrt(1 - shared.reduce((sum, [, correlation]) => sum + correlation * correlation, 0))
  const component = (process: string, activity: ActivityName, weight: number): Component => ({
    process,
    activity,
    weight: sign * weight,
    drift: (-sign * weight * weight) / 2,
  })
  return [
    ...shared.map(([factor, correlation]) =>
      component(`factor ${factor}`, factors[factor], deviation * correlation),
    ),
    component(code, instrument.activity, deviation * specific),
  ]
}

/** Price, in steps, at which the logarithm of the path is 0, so that the path passes through the origin. */
function ownLevel(origin: PriceOrigin, path: MarketPath): number {
  return origin.bid * exponential(-path.valueAtStart(Math.floor(origin.timeMs / minuteMs)))
}

/** Levels by market code. */
type Levels = ReadonlyMap<string, number>

/**
 * Whether the price of a market is the ratio of two other markets: a cross of currencies that both have a dollar market.
 * An origin of its own would allow arbitrage.
 */
export function isComposed(code: string, codes: ReadonlySet<string>): boolean {
  const pair = pairOf(code)
  const hasDollarMarket = (asset: string) => codes.has(`${asset}USD`) || codes.has(`USD${asset}`)
  return pair !== undefined && hasDollarMarket(pair.base) && hasDollarMarket(pair.quote)
}

function levelOf(market: ModelledMarket, levels: Levels, markets: readonly ModelledMarket[]): number {
  const pair = pairOf(market.code)
  const inDollars = (code: string) => priceInDollars(code, levels, markets)
  const base = pair && inDollars(pair.base)
  const quote = pair && inDollars(pair.quote)
  if (base !== undefined && quote !== undefined) return (base / quote) * stepsPerUnit(market)
  const own = levels.get(market.code)
  if (own === undefined) throw new Error(`the simulated market ${market.code} has no origin`)
  return own
}

function priceInDollars(
  code: string,
  levels: Levels,
  markets: readonly ModelledMarket[],
): number | undefined {
  if (code === 'USD') return 1
  const unitsOf = (name: string) => {
    const market = markets.find((known) => known.code === name)
    const level = levels.get(name)
    return market && level && level / stepsPerUnit(market)
  }
  const inverse = unitsOf(`USD${code}`)
  return unitsOf(`${code}USD`) ?? (inverse && 1 / inverse)
}

/** Multiplies, because JavaScript engines may compute powers with different rounding. */
function stepsPerUnit({ pricePrecision }: ModelledMarket): number {
  let steps = 1
  for (let decimals = 0; decimals < pricePrecision; decimals++) steps *= 10
  return steps
}
