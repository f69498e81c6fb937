// A generated trading day in a real database, written batch by batch, for followers to read.
import type { BatchRecords } from '#server/engine/engine-store.ts'
import type { TestDatabase } from '#test/database.ts'
import { createStoreFixture } from '#test/engine/store-fixture.ts'
import { runTradingDay } from '#test/trading-day/trading-day.ts'
import { insertDayUsers } from '#test/verify/history.ts'

export type FollowedDay = {
  readonly database: TestDatabase
  /** All batches of the day. */
  readonly batches: readonly BatchRecords[]
  /** Number of batches written so far. */
  readonly written: () => number
  /** Writes the next batches, as the engine does. */
  readonly write: (count: number) => Promise<void>
  readonly drop: () => Promise<void>
}

export async function createFollowedDay(seed: number): Promise<FollowedDay> {
  const batches: BatchRecords[] = []
  await runTradingDay({ seed, onWritten: (batch) => void batches.push(batch) })
  const { database, store } = await createStoreFixture()
  await insertDayUsers(database, batches)
  const lease = await store.takeLease('day', undefined)
  if (lease === undefined) throw new Error('the lease of a new database must be free')
  let written = 0
  return {
    database,
    batches,
    written: () => written,
    async write(count) {
      for (const batch of batches.slice(written, written + count)) {
        await store.commit(lease, batch)
        written += 1
      }
    },
    drop: database.drop,
  }
}
