import type { EngineStore } from '#server/engine/engine-store.ts'
import { commitBatch } from '#server/engine/store/commit-store.ts'
import { holdsLease, takeLease } from '#server/engine/store/lease-store.ts'
import {
  loadAll,
  readMovement,
  readOwnedOrderIds,
  readUsersWithoutAccount,
} from '#server/engine/store/load-store.ts'
import { deleteOutcomes, readKeysSince, readOutcomes } from '#server/engine/store/outcome-store.ts'
import type { Pool } from '#server/storage/storage.ts'

/**
 * The engine's store on PostgreSQL. The engine is the only writer of its tables. Lookups for single commands use the
 * shared pool, so that a commit never waits behind them.
 */
export function createPostgresStore(pool: Pool, lookupPool: Pool): EngineStore {
  return {
    takeLease: async (holder, mine) => await takeLease(pool, holder, mine),
    holdsLease: async (lease) => await holdsLease(pool, lease),
    load: async (recentSince, into) => await loadAll(pool, recentSince, into),
    commit: async (lease, batch) => await commitBatch(pool, lease, batch),
    outcomes: async (keys, since) => await readOutcomes(lookupPool, keys, since),
    keysSince: async (since, after, limit) => await readKeysSince(lookupPool, since, after, limit),
    ownedOrderIds: async (userId, orderIds) => await readOwnedOrderIds(lookupPool, userId, orderIds),
    movement: async (reference) => await readMovement(lookupPool, reference),
    usersWithoutAccount: async (afterId, limit) => await readUsersWithoutAccount(lookupPool, afterId, limit),
    deleteOutcomes: async (before, limit) => await deleteOutcomes(lookupPool, before, limit),
  }
}
