import type { Log } from '#server/platform/log.ts'
import { ensureAppRole } from './app-role-store.ts'
import { connectFailure, connectOwner } from './connect.ts'
import type { DatabaseAddress } from './database-address.ts'
import { migrate } from './migrations/migrate.ts'
import { checkServerVersion } from './session-store.ts'

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
