import type { EngineStore } from '#server/engine/engine-store.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { loadMarkets } from '#server/market-data/markets/load-markets.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

export type StoreStage = { readonly database: TestDatabase; readonly store: EngineStore }

/** The engine's store in a database of its own, with the markets of the seed in it. */
export async function openStoreStage(): Promise<StoreStage> {
  const database = await createTestDatabase()
  await loadMarkets(database.pool)
  return { database, store: createPostgresStore(database.pool, database.pool) }
}
