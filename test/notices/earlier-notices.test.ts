// Notices that an earlier version stored for later are in the lists of their users after the migration, already read.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import type { Market } from '#core/market/market.ts'
import { createTradingNotices } from '#server/account-notices/account-notices.ts'
import { createLog } from '#server/platform/log.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { applyMigration } from '#server/storage/migrations/migrations-store.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { type TestDatabase, withOwner } from '#test/database.ts'
import { startFollowerProcess } from '#test/followers/follower-process.ts'
import { storingNotices } from '#test/notices/stored-notices.ts'
import { restoreFixture } from '#test/verify/load-fixture.ts'

const fixture = ['rules-2', 14] as const
const lastBefore = 44

type Row = {
  readonly user_id: string
  readonly source: string
  readonly kind: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly created_at: Date
}

async function storedIn({ query }: TestDatabase): Promise<readonly Row[]> {
  const { rows } = await query<Row>(
    'select user_id, source, kind, parameters, created_at from notices order by user_id, source',
  )
  return rows
}

/** As they are written today. */
async function writeNow(database: TestDatabase): Promise<readonly Row[]> {
  await prepareDatabase({
    owner: urlAddress(database.url),
    dataDir: tmpdir(),
    log: createLog('error', process.stderr),
  })
  const { rows } = await database.query<Pick<Market, 'id' | 'showCode'>>(
    'select id, show_code as "showCode" from markets',
  )
  const notices = createTradingNotices({ addNotices: storingNotices(), markets: rows })
  const follower = await startFollowerProcess({ ...notices, pool: database.pool, start: 'beginning' })
  do await follower.step()
  while ((await follower.gauge('followerLag')) !== 0)
  await follower.follower.stop()
  return await storedIn(database)
}

/** As they were written before. */
async function writeThen({ query }: TestDatabase, notices: readonly Row[]): Promise<void> {
  for (const { user_id, source, kind, parameters, created_at } of notices) {
    const [, group, seq, entry] = source.split(':')
    const rate =
      typeof parameters['level'] === 'string' ? Math.round(Number(parameters['level']) * 100) : null
    await query(
      `insert into notices (user_id, kind, order_id, reason, risk_rate, shard_group, seq, entry, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[user_id, kind, parameters['order'] ?? null, parameters['reason'] ?? null, rate],
        ...[group, seq, entry, created_at],
      ],
    )
  }
}

test('a migration keeps stored notices, with all that they say today, and marks them as read', async () => {
  const [now, then] = [await restoreFixture(...fixture), await restoreFixture(...fixture)]
  try {
    const written = await writeNow(now)
    assert.ok(new Set(written.map(({ kind }) => kind)).size > 3)
    const migrations = readMigrations()
    await withOwner(then.url, async (owner) => {
      for (const one of migrations.slice(fixture[1], lastBefore)) await applyMigration(owner, one)
    })
    await writeThen(then, written)
    await withOwner(then.url, async (owner) => {
      for (const one of migrations.slice(lastBefore)) await applyMigration(owner, one)
    })
    assert.deepEqual(await storedIn(then), written)
    const { rows } = await then.query<{ unread: string }>(
      'select count(*) as unread from notices join notice_lists using (user_id) where number > read_number',
    )
    assert.equal(Number(rows[0]?.unread), 0)
  } finally {
    await now.drop()
    await then.drop()
  }
})
