import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupRoles, loginName } from '#server/storage/roles/role-names.ts'
import { fc } from '#test/fast-check.ts'

describe('the name of a login', () => {
  it('has the name of its database', () => {
    assert.equal(loginName('openlot', 'app'), 'openlot_app_login')
    assert.equal(loginName('openlot', 'engine'), 'openlot_engine_login')
  })

  it('does not have the reserved prefix of PostgreSQL', () => {
    for (const database of ['pg_', 'pg_shop', `pg_${'x'.repeat(60)}`]) {
      assert.match(loginName(database, 'app'), /^db_pg_\w*_[0-9a-f]{12}_app_login$/)
      assert.ok(Buffer.byteLength(loginName(database, 'engine')) <= 63)
    }
    assert.notEqual(loginName('pg_shop', 'app'), loginName('db_pg_shop', 'app'))
  })

  it('is never longer than PostgreSQL allows, which would cut it, and differs for each database', () => {
    const database = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 63 })
    fc.assert(
      fc.property(database, database, (one, other) => {
        for (const kind of ['app', 'engine'] as const) {
          assert.ok(Buffer.byteLength(loginName(one, kind)) <= 63)
          assert.equal(loginName(one, kind) === loginName(other, kind), one === other)
        }
        assert.notEqual(loginName(one, 'app'), loginName(one, 'engine'))
        assert.ok(!Object.values<string>(groupRoles).includes(loginName(one, 'app')))
      }),
    )
    const long = 'x'.repeat(60)
    assert.notEqual(loginName(`${long}1`, 'app'), loginName(`${long}2`, 'app'))
  })
})
