// The simulation over the markets of a new database, for tests.
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { markets } from '#db/seed/markets.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'
import { createSimModel } from '#server/feed/sim/sim-model.ts'
import { createHours } from '#server/market-data/market-data.ts'

export const always: OpenSpans = [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }]
/** A Wednesday at noon, and the times around it that tests may ask for. */
export const noonMs = Date.UTC(2026, 10, 11, 12)
const knownMs = 130 * 86_400_000

export const model = createSimModel({ seed: 'openlot', ticksPerSecond: 2, markets })

export function simMarket(code: string, from = model): SimMarket {
  const market = from.get(marketIdOf(code))
  if (market === undefined) throw new Error(`the simulation does not know ${code}`)
  return market
}

export function marketIdOf(code: string): number {
  const market = markets.find((known) => known.code === code)
  if (market === undefined) throw new Error(`no market is called ${code}`)
  return market.id
}

/** Open for a day, closed for three weeks: what moved meanwhile is often more than a market may jump. */
export const rarelyOpen: OpenSpans = Array.from({ length: 40 }, (_, at) => {
  const fromMs = noonMs + (at - 40) * 22 * 86_400_000
  return { fromMs, toMs: fromMs + 86_400_000 }
})

/** The hours markets really have. */
export const realHours = createHours({
  mode: 'real',
  markets,
  fromMs: noonMs - knownMs,
  toMs: noonMs + knownMs,
})
