// The price simulation with the markets of a new database and a fixed seed.
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { markets } from '#db/seed/markets.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'
import { createSimModel } from '#server/feed/sim/sim-model.ts'
import { createMarketHours } from '#server/market-data/market-data.ts'

export const always: OpenSpans = [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }]
/** A Wednesday. `realHours` covers 130 days around it. */
export const noonMs = Date.UTC(2026, 10, 11, 12)
const knownMs = 130 * 86_400_000

export const model = createSimModel({ seed: 'openlot', ticksPerSecond: 2, markets })

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

/** Opens for one day every 22 days, so that the price move during a closure often exceeds the jump limit. */
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
