import type { EngineStore } from '#server/engine/engine-store.ts'
import { createCommitConnection } from '#server/engine/store/commit-connection.ts'
import { commitBatch } from '#server/engine/store/commit-store.ts'
import { countFreezes, readFreezes } from '#server/engine/store/freeze-store.ts'
import { holdsLease, takeLease } from '#server/engine/store/lease-store.ts'
import {
  loadAll,
  readAccounts,
  readMovement,
  readOwnedOrderIds,
  readUsersWithoutAccount,
  reloadUndone,
} from '#server/engine/store/load-store.ts'
import { deleteOutcomes, readKeysSince, readOutcomes } from '#server/engine/store/outcome-store.ts'
import type { Pool } from '#server/storage/storage.ts'

/**
 * The engine's store on PostgreSQL. The engine is the only writer of its tables. Lookups for single commands use the
 * shared pool, so that a commit never waits behind them. So does the load at the start, whose statements may take longer
 * than the short timeouts of the engine's pool. The login of the shared pool cannot write.
 */
export function createPostgresStore(pool: Pool, lookupPool: Pool): EngineStore {
  const commits = createCommitConnection(pool)
  return {
    takeLease: async (holder, mine) => await takeLease(pool, holder, mine),
    holdsLease: async (holder) => await holdsLease(pool, holder),
    load: async (recentSince, into) => await loadAll(lookupPool, recentSince, into),
    reload: async (undone, into) => await reloadUndone(pool, undone, into),
    commit: async (lease, batch) => await commitBatch(commits, lease, batch),
    accounts: async (userIds) => await readAccounts(lookupPool, userIds),
    outcomes: async (keys, since) => await readOutcomes(lookupPool, keys, since),
    keysSince: async (since, after, limit) => await readKeysSince(lookupPool, since, after, limit),
    ownedOrderIds: async (userId, orderIds) => await readOwnedOrderIds(lookupPool, userId, orderIds),
    movement: async (reference) => await readMovement(lookupPool, reference),
    freezes: async (state, range) => await readFreezes(lookupPool, state, range),
    countFreezes: async (state) => await countFreezes(lookupPool, state),
    usersWithoutAccount: async (afterId, limit) => await readUsersWithoutAccount(lookupPool, afterId, limit),
    deleteOutcomes: async (before, limit) => await deleteOutcomes(pool, before, limit),
  }
}
