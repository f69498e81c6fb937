// The price simulation with the markets of a new database and a fixed seed.
import { createHash } from 'node:crypto'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { markets } from '#db/seed/markets.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'
import { createSimModel, modelledMarket, type PriceOrigin } from '#server/feed/sim/sim-model.ts'
import { createMarketHours } from '#server/market-data/market-data.ts'

export const always: OpenSpans = [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }]
/** A Wednesday. `realHours` covers 130 days around it. */
export const noonMs = Date.UTC(2026, 10, 11, 12)
const knownMs = 130 * 86_400_000

/** A seed of 32 bytes from a short text. */
export function seedOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

/** Every market is at its reference price at this time. */
export const originMs = Date.UTC(2026, 6, 1)
export const origins = new Map<number, PriceOrigin>(
  markets.map(({ id, referencePrice }) => [id, { timeMs: originMs, bid: referencePrice }]),
)
export const modelledMarkets = markets.map((market) => modelledMarket(market, origins.get(market.id)))
export const modelParts = { seed: seedOf('openlot'), ticksPerSecond: 2, markets: modelledMarkets }
export const model = createSimModel(modelParts)

export function simMarket(code: string, from = model): SimMarket {
  const market = from.get(marketIdOf(code))
  if (market === undefined) throw new Error(`the simulation has no market ${code}`)
  return market
}

export function marketIdOf(code: string): number {
  const market = markets.find((known) => known.code === code)
  if (market === undefined) throw new Error(`there is no market ${code}`)
  return market.id
}

/** Opens for one day every 22 days. */
export const rarelyOpen: OpenSpans = Array.from({ length: 40 }, (_, at) => {
  const fromMs = noonMs + (at - 40) * 22 * 86_400_000
  return { fromMs, toMs: fromMs + 86_400_000 }
})

export const realHours = createMarketHours({
  mode: 'real',
  markets,
  fromMs: noonMs - knownMs,
  toMs: noonMs + knownMs,
})
