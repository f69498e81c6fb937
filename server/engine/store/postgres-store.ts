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
 * The engine's store on PostgreSQL: everything it keeps, in the tables of which it is the only writer. What is looked up for
 * single commands goes through the sessions of everybody else: a commit never waits behind it.
 */
export function createPostgresStore(pool: Pool, lookUpPool: Pool): EngineStore {
  return {
    takeLease: async (holder, mine) => await takeLease(pool, holder, mine),
    holdsLease: async (lease) => await holdsLease(pool, lease),
    load: async (recentSince, into) => await loadAll(pool, recentSince, into),
    commit: async (lease, batch) => await commitBatch(pool, lease, batch),
    outcomes: async (keys, since) => await readOutcomes(lookUpPool, keys, since),
    keysSince: async (since, after, limit) => await readKeysSince(lookUpPool, since, after, limit),
    ownedOrderIds: async (userId, orderIds) => await readOwnedOrderIds(lookUpPool, userId, orderIds),
    movement: async (reference) => await readMovement(lookUpPool, reference),
    usersWithoutAccount: async (afterId, limit) => await readUsersWithoutAccount(lookUpPool, afterId, limit),
    deleteOutcomes: async (before, limit) => await deleteOutcomes(lookUpPool, before, limit),
  }
}
