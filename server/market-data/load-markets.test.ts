import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { categories } from '#db/seed/categories.ts'
import { markets } from '#db/seed/markets.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

describe('loadMarkets', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(async () => await database.drop())

  /** Rows with the id of the transaction that wrote them, which shows any rewrite. */
  async function rowsOf(table: 'markets' | 'market_categories'): Promise<readonly unknown[]> {
    return (await database.query(`select *, xmin from ${table} order by id`)).rows
  }

  /** Breaks a row, returns the message of the failed start, and repairs the row. */
  async function failureAfter(broken: string, fixed: string): Promise<string> {
    await database.query(broken)
    try {
      await loadMarkets(database.pool)
    } catch (caught) {
      assert.ok(caught instanceof StartFailure)
      return caught.message
    } finally {
      await database.query(fixed)
    }
    return 'the start succeeded'
  }

  it('inserts the seeded markets at the first start', async () => {
    assert.deepEqual(await loadMarkets(database.pool), { categories, markets })
  })

  it('rewrites no row at the next start', async () => {
    await loadMarkets(database.pool)
    const before = [await rowsOf('markets'), await rowsOf('market_categories')]
    assert.deepEqual(await loadMarkets(database.pool), { categories, markets })
    assert.deepEqual([await rowsOf('markets'), await rowsOf('market_categories')], before)
  })

  it('keeps the changes of an administrator', async () => {
    await loadMarkets(database.pool)
    await database.query(
      `update markets set fee_per_lot = 2500000, leverages = '{1,20}' where code = 'EURUSD'`,
    )
    const [euro] = (await loadMarkets(database.pool)).markets
    assert.deepEqual([euro?.feePerLot, euro?.leverages], [2_500_000, [1, 20]])
  })

  it('restores a missing market and keeps a market that uses a seeded code', async () => {
    await loadMarkets(database.pool)
    await database.query(`delete from markets where code = 'NGAS'`)
    await database.query(`update markets set id = 9001, name_en = 'Own gold' where code = 'XAUUSD'`)
    const loaded = new Map((await loadMarkets(database.pool)).markets.map((market) => [market.code, market]))
    assert.equal(loaded.get('NGAS')?.id, 403)
    assert.equal(loaded.get('XAUUSD')?.names.en, 'Own gold')
    assert.equal(loaded.size, markets.length)
  })

  it('refuses to start with an invalid market and names every problem', async () => {
    await loadMarkets(database.pool)
    const failure = await failureAfter(
      `update markets set leverages = '{50,10}', hours = 'moon' where code = 'US30'`,
      `update markets set leverages = '{10,50}', hours = 'us_index' where code = 'US30'`,
    )
    assert.match(failure, /^Correct the tables markets and market_categories, then start again: /)
    assert.match(failure, /market 501 \(US30\): leverages must .*, but it is \[50,10\]\./)
    assert.match(failure, /market 501 \(US30\): hours must name a known schedule, but it is "moon"\./)
  })

  it('gives the markets of an older database the limits of their category, and keeps a changed one in bounds', async () => {
    const older = await createTestDatabase()
    try {
      await loadMarkets(older.pool)
      await older.query('alter table markets drop constraint markets_stale_after_ms_check')
      await older.query(
        'alter table markets add constraint markets_stale_after_ms_check check (stale_after_ms > 0)',
      )
      await older.query(`update markets set stale_after_ms = case code
        when 'XAUUSD' then 90000 when 'BTCUSD' then 1000 when 'AAPL' then 86400000 else 600000 end`)
      const migration = readMigrations().find(({ name }) => name.endsWith('-stale-limits')) ?? assert.fail()
      await older.query(migration.sql)
      const changed = new Map([
        ['XAUUSD', 90_000],
        ['BTCUSD', 5000],
        ['AAPL', 600_000],
      ])
      assert.deepEqual(
        (await loadMarkets(older.pool)).markets.map(({ code, staleAfterMs }) => [code, staleAfterMs]),
        markets.map(({ code, staleAfterMs }) => [code, changed.get(code) ?? staleAfterMs]),
      )
      for (const limitMs of [4999, 600_001])
        await assert.rejects(
          older.query(`update markets set stale_after_ms = ${limitMs}`),
          /markets_stale_after_ms_check/,
        )
    } finally {
      await older.drop()
    }
  })

  it('runs as a role that cannot update or delete markets', async () => {
    await loadMarkets(database.pool)
    for (const sql of ['update markets set id = id', 'delete from markets', 'delete from market_categories'])
      await assert.rejects(database.pool.query(sql), /permission denied/)
  })
})
