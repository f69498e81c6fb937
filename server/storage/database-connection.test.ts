import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { asLogin, urlAddress, withOption } from '#server/storage/database-connection.ts'

describe('the same database with another user', () => {
  const login = { user: 'shop "x"_app_login', password: 'a@b:c/d?e' }

  for (const url of [
    'postgres://openlot:secret@db.example:5433/shop',
    'postgresql://openlot@db.example/shop?options=-c%20work_mem%3D5MB',
    'postgres://db.example:5433/shop?user=openlot&password=secret&application_name=x',
    'postgres://op%40en:se@cret@db.example/shop',
    'postgresql://openlot:secret@/shop?host=%2Fvar%2Frun',
    'postgres://db.example/shop',
    'postgres://anna%40shop:secret@db.example',
    'postgres://anna:secret@db.example:5433/?application_name=x',
    'postgresql://anna:secret@/?host=%2Fvar%2Frun',
  ])
    it(`keeps all else of ${url}`, () => {
      const before = new Client({ connectionString: url })
      const address = asLogin(urlAddress(url), login)
      const found = new Client(address.config)
      assert.equal(address.user, login.user)
      assert.equal(found.user, login.user)
      assert.equal(found.password, login.password)
      for (const field of ['host', 'port', 'database'] as const) assert.equal(found[field], before[field])
      const { connectionString = '' } = address.config
      assert.equal(/work_mem/.test(connectionString), /work_mem/.test(url))
      const withMore = new Client(withOption(address, '-c enable_seqscan=off'))
      assert.equal(withMore.user, login.user)
      assert.doesNotMatch(connectionString, /secret|openlot/)
    })

  it('works without a URL', () => {
    const address = {
      label: 'here',
      user: 'openlot',
      config: { host: '/run', user: 'openlot', password: 'x' },
    }
    assert.deepEqual(asLogin(address, login).config, { host: '/run', ...login })
  })
})
