import { checkMarketSet, type MarketSet } from '#core/market/check-markets.ts'
import { categories } from '#db/seed/categories.ts'
import { hours } from '#db/seed/hours.ts'
import { markets } from '#db/seed/markets.ts'
import { addMissingMarkets, readMarkets } from '#server/market-data/markets-store.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { Pool } from '#server/storage/storage.ts'

/** Adds seeded markets that are missing, then loads and checks all markets. */
export async function loadMarkets(pool: Pool): Promise<MarketSet> {
  await addMissingMarkets(pool, { categories, markets })
  const stored = await readMarkets(pool)
  const problems = checkMarketSet(stored, new Set(Object.keys(hours)))
  if (problems.length === 0) return stored
  throw new StartFailure(
    `Correct the tables markets and market_categories, then start again: ${problems.join(' ')}`,
  )
}
