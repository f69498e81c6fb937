import type { Log } from '#server/platform/log.ts'
import { ensureAppRole } from '#server/storage/app-role-store.ts'
import { connectFailure, connectOwner } from '#server/storage/connect.ts'
import type { DatabaseAddress } from '#server/storage/database-address.ts'
import { migrate } from '#server/storage/migrations/migrate.ts'
import { checkServerVersion } from '#server/storage/session-store.ts'

/** What only the owner of the tables may do, in a session that ends before the application's begin. */
export async function prepareDatabase(address: DatabaseAddress, log: Log): Promise<void> {
  const owner = await connectOwner(address).catch((caught: unknown) => {
    throw connectFailure(address, caught)
  })
  try {
    await checkServerVersion(owner)
    await ensureAppRole(owner)
    await migrate(owner, log)
  } finally {
    await owner.end()
  }
}
