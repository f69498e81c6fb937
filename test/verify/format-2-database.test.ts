// The fixture format-2 holds what its README says, and a single changed byte of it is found.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import type { JournalEntry } from '#server/engine/engine.ts'
import { createLog } from '#server/platform/log.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { verify } from '#server/verify/verify.ts'
import type { TestDatabase } from '#test/database.ts'
import type { Query } from '#test/verify/history.ts'
import { restoreFixture } from '#test/verify/load-fixture.ts'
import { entriesOf, rehash } from '#test/verify/rewrite-journal.ts'

const clock = { now: () => Date.UTC(2026, 0, 5, 0, 3, 45), elapsed: () => 0 }
const seq = 20
/** The mark of format 2 and the number of accounts come before the first salt. */
const byteOfSalt = 10

describe('the database format-2', () => {
  let database: TestDatabase
  let owner: Client
  const query: Query = async (sql, values = []) => (await owner.query(sql, [...values])).rows
  const firstFinding = async () => {
    const [finding] = (await verify({ pool: database.pool, clock })).findings
    return finding === undefined ? undefined : [finding.kind, finding.table, finding.column]
  }

  before(async () => {
    database = await restoreFixture('format-2', 18)
    await prepareDatabase({
      owner: urlAddress(database.url),
      dataDir: tmpdir(),
      log: createLog('error', process.stderr),
    })
    owner = new Client({ connectionString: database.url })
    await owner.connect()
    await owner.query('set session_replication_role = replica')
  })
  after(async () => {
    await owner.end()
    await database.drop()
  })

  test('has lifts with and without the freeze they name, and quotes that name their source', async () => {
    const rows = await query('select packed from journal order by seq')
    const entries: readonly JournalEntry[] = rows.flatMap(({ packed }) => entriesOf(packed))
    const lifts = entries.map(({ command }) => command).filter(({ kind }) => kind === 'lift_freeze')
    assert.deepEqual(
      lifts.map((lift) => 'frozenAtMs' in lift),
      [false, true],
    )
    const quotes = entries.flatMap(({ board }) => Object.values(board.markets).map(({ quote }) => quote))
    assert.deepEqual(new Set(quotes.map((quote) => quote?.source)), new Set(['day:eur']))
    assert.equal(await firstFinding(), undefined)
  })

  const flipped = (column: string, byte: number) =>
    `update journal set ${column} = set_byte(${column}, ${byte}, get_byte(${column}, ${byte}) # 1) where seq = ${seq}`
  const salt = flipped('packed', byteOfSalt)
  const root = flipped('root', 31)
  const inHash = ['journal', 'journal', 'hash']
  const inRoot = ['journal', 'journal', 'root']
  const inCash = ['other_row', 'trading_accounts', 'cash']
  const cases = [
    ['the salt of a leaf', salt, false, inHash],
    ['the salt of a leaf, with all hashes recomputed', salt, true, inRoot],
    ['a root', root, false, inHash],
    ['a root, with all hashes recomputed', root, true, inRoot],
    ['a balance', 'update trading_accounts set cash = cash # 1 where user_id = 3', false, inCash],
  ] as const

  for (const [what, tamper, isRehashed, expected] of cases)
    test(`with one changed byte of ${what} does not verify`, async () => {
      await query(tamper)
      if (isRehashed) await rehash(query)
      const found = await firstFinding()
      // Every change is its own inverse.
      await query(tamper)
      if (isRehashed) await rehash(query)
      assert.deepEqual(found, expected)
      assert.equal(await firstFinding(), undefined)
    })
})
