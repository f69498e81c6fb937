import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pendingMigrations, readMigrations } from '#server/storage/migrations/migration-files.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

const files = ['0001-users', '0002-orders', '0003-ledger'].map((name, index) => ({
  number: index + 1,
  name,
  checksum: `checksum of ${name}`,
  sql: '',
}))
const [, orders, ledger] = files

describe('pending migrations', () => {
  it('are all, some or none, depending on what was applied', () => {
    assert.deepEqual(pendingMigrations(files, []), files)
    assert.deepEqual(pendingMigrations(files, files.slice(0, 1)), [orders, ledger])
    assert.deepEqual(pendingMigrations(files, files), [])
  })

  const refusals = [
    {
      what: 'a migration that was edited after it ran',
      applied: [{ number: 1, name: '0001-users', checksum: 'of what it was before' }],
      message: /^Migration 0001-users was changed after it was applied/,
    },
    {
      what: 'an applied migration that was replaced by another with its number',
      applied: [{ number: 1, name: '0001-accounts', checksum: 'x' }],
      message: /^Migration 0001-accounts was applied, but its file is missing and 0001-users/,
    },
    {
      what: 'a new migration numbered before an applied one',
      applied: files.filter((file) => file !== orders),
      message: /^Migration 0002-orders was not applied, but migration 3 was/,
    },
    {
      what: 'a database that is newer than the code',
      applied: [...files, { number: 4, name: '0004-future', checksum: 'x' }],
      message: /^The database is newer than this Openlot \(migration 0004-future is unknown/,
    },
  ]
  for (const { what, applied, message } of refusals)
    it(`refuse ${what}`, () => {
      assert.throws(() => pendingMigrations(files, applied), { name: 'StartFailure', message })
    })
})

describe('migration files', () => {
  it('are sorted by number', (t) => {
    const directory = temporaryDirectory(t)
    for (const name of ['0002-b.sql', '0001-a.sql']) writeFileSync(join(directory, name), 'select 1')
    assert.deepEqual(
      readMigrations(directory).map(({ name }) => name),
      ['0001-a', '0002-b'],
    )
  })

  it('are refused with a gap, a duplicate number or a malformed name', (t) => {
    for (const [name, message] of [
      ['0003-c.sql', /0003-c\.sql should have number 2/],
      ['0001-b.sql', /0001-b\.sql should have number 2/],
      ['2-b.sql', /2-b\.sql has an invalid name/],
    ] as const) {
      const directory = temporaryDirectory(t)
      for (const file of ['0001-a.sql', name]) writeFileSync(join(directory, file), 'select 1')
      assert.throws(() => readMigrations(directory), { name: 'StartFailure', message })
    }
  })

  it('of this version are valid', () => {
    assert.ok(readMigrations().length > 0)
  })
})
