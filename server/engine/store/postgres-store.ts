import type { EngineStore } from '#server/engine/engine-store.ts'
import { commitBatch } from '#server/engine/store/commit-store.ts'
import { holdsLease, takeLease } from '#server/engine/store/lease-store.ts'
import { isOrderOf, loadAll, readMovement, readUsersWithoutAccount } from '#server/engine/store/load-store.ts'
import { deleteOutcomes, readOutcomes } from '#server/engine/store/outcome-store.ts'
import type { Pool } from '#server/storage/storage.ts'

/** The engine's store on PostgreSQL: everything it keeps, in the tables of which it is the only writer. */
export function createPostgresStore(pool: Pool): EngineStore {
  return {
    takeLease: async (holder, mine) => await takeLease(pool, holder, mine),
    holdsLease: async (lease) => await holdsLease(pool, lease),
    load: async (recentSince) => await loadAll(pool, recentSince),
    commit: async (lease, batch) => await commitBatch(pool, lease, batch),
    outcomes: async (keys, since) => await readOutcomes(pool, keys, since),
    isOrderOf: async (userId, orderId) => await isOrderOf(pool, userId, orderId),
    movement: async (reference) => await readMovement(pool, reference),
    usersWithoutAccount: async (afterId, limit) => await readUsersWithoutAccount(pool, afterId, limit),
    forgetOutcomes: async (before, limit) => await deleteOutcomes(pool, before, limit),
  }
}
