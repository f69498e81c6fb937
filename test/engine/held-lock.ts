import { Client } from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { pollUntil } from '#server/storage/wait.ts'
import type { TestDatabase } from '#test/database.ts'

/** Runs the statement as the owner in a transaction that stays open until `release`, holding its row locks. */
export async function holdLock(
  { url }: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<{ readonly release: () => Promise<void> }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(sql, values)
  return {
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Resolves once `count` statements of the application wait for a lock. */
export async function waitForBlockedStatements({ query }: TestDatabase, count: number): Promise<void> {
  const countBlocked = async () => {
    const { rowCount } = await query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'openlot' and wait_event_type = 'Lock'`,
    )
    return rowCount === count ? count : undefined
  }
  const found = await pollUntil(systemClock, { timeoutMs: 60_000, everyMs: 5 }, countBlocked)
  if (found === undefined) throw new Error(`there were never ${count} blocked statements`)
}
