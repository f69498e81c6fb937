import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { Pool } from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { checkLogin } from '#server/storage/prepare-database-store.ts'
import { inTransaction, openStorage, openStorageForTool } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(async () => await database.drop())

describe('storage at a DATABASE_URL', () => {
  function parts(t: TestContext, databaseUrl: string | undefined) {
    return { databaseUrl, dataDir: temporaryDirectory(t), log: createLog('silent'), clock: systemClock }
  }

  async function open(t: TestContext, url = database.url) {
    const storage = await openStorage(parts(t, url))
    t.after(storage.stop)
    return storage
  }

  function urlAs(user: string): string {
    return database.url.replace(/\/\/[^@/]*@/, `//${user}:secret@`)
  }

  it('locks the data directory, starts no embedded server and can be stopped twice', async (t) => {
    const opened = parts(t, database.url)
    const storage = await openStorage(opened)
    assert.equal(await storage.ping(), true)
    await assert.rejects(openStorage(opened), /is in use by process/)
    assert.equal(existsSync(join(opened.dataDir, 'postgres')), false)
    await Promise.all([storage.stop(), storage.stop()])
    assert.equal(await storage.ping(), false)
    await (await openStorage(opened)).stop()
  })

  it('uses a login of the application and keeps the options of the URL', async (t) => {
    const { pool } = await open(
      t,
      `${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20work_mem%3D5MB`,
    )
    const answer = await pool.query(`select current_user as role, current_setting('work_mem') as memory`)
    assert.deepEqual(answer.rows, [{ role: database.logins.app.user, memory: '5MB' }])
    await assert.rejects(pool.query('create table mine (n int)'), /permission denied for schema public/)
    await assert.rejects(pool.query('alter table settings add mine int'), /must be owner of table settings/)
    await assert.rejects(
      pool.query('insert into migrations select * from migrations'),
      /permission denied for table migrations/,
    )
  })

  it('gives the engine its own pool, which the application cannot exhaust', async (t) => {
    const storage = await open(t)
    const taken = await Promise.all(Array.from({ length: 10 }, () => storage.pool.connect()))
    const { rows } = await storage.enginePool.query(
      `select current_user as role, current_setting('application_name') as name,
              current_setting('statement_timeout') as longest`,
    )
    assert.deepEqual(rows, [{ role: database.logins.engine.user, name: 'openlot engine', longest: '2500ms' }])
    assert.equal(storage.pool.totalCount, 10)
    assert.equal(storage.enginePool.options.max, 4)
    for (const session of taken) session.release()
    await storage.stop()
    await assert.rejects(storage.enginePool.query('select 1'), /after calling end/)
  })

  it('reads bigint as a number and throws on an unsafe integer', async (t) => {
    const { pool } = await open(t)
    const answer = await pool.query(
      'select 9007199254740991::bigint as most, count(*) from pg_class where false',
    )
    assert.deepEqual(answer.rows, [{ most: Number.MAX_SAFE_INTEGER, count: 0 }])
    await assert.rejects(pool.query('select 9007199254740992::bigint'), /is not a safe integer/)
  })

  it('rolls back a failed transaction', async (t) => {
    const { pool } = await open(t)
    const add = (value: string) => `insert into settings (key, value) values ('tx', '${value}')`
    await assert.rejects(
      inTransaction(pool, async (client) => {
        await client.query(add('first'))
        await client.query(add('second'))
      }),
      /duplicate key/,
    )
    assert.equal((await pool.query(`select 1 from settings where key = 'tx'`)).rowCount, 0)
  })

  it('survives a connection that is lost during a transaction', async (t) => {
    const { pool } = await open(t)
    const cut = 'select pg_terminate_backend(pg_backend_pid())'
    await assert.rejects(
      inTransaction(pool, async (client) => await client.query(cut)),
      /terminat/,
    )
    // The connection may also be lost while no query is running.
    const later = inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const lost = new Promise((resolve) => client.once('end', resolve))
      await database.query(`select pg_terminate_backend(${rows[0]?.pid})`)
      await lost
    })
    await assert.rejects(later)
    assert.equal((await pool.query('select 1')).rowCount, 1)
  })

  it('survives the loss of all connections', async (t) => {
    const storage = await open(t)
    await storage.ping()
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    assert.equal(
      (await storage.pool.query('select 1 as one').catch(() => storage.pool.query('select 1'))).rowCount,
      1,
    )
  })

  it('explains an unusable DATABASE_URL without quoting its password', async (t) => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise((resolve) => silent.close(resolve))
    for (const [url, message] of [
      [
        `postgres://anna:hunter2@127.0.0.1:${port}/openlot`,
        /cannot be reached \(.*ECONNREFUSED.*\): start it/,
      ],
      ['mysql://anna:hunter2@localhost/openlot', /^DATABASE_URL is not a PostgreSQL address/],
      ['postgres://anna:hunter2@local host/x', /^DATABASE_URL is not|cannot be reached/],
      [
        database.url.replace(/\/test_\w+/, '/missing'),
        /does not have the database named in DATABASE_URL: create it/,
      ],
    ] as const)
      await assert.rejects(openStorage(parts(t, url)), (caught: Error) => {
        assert.equal(caught.name, 'StartFailure')
        assert.match(caught.message, message)
        assert.doesNotMatch(caught.message, /hunter2/)
        return true
      })
  })

  it('asks for an administrator if the groups were created by another user', async (t) => {
    await database.query(`create role second login createrole password 'secret'`)
    await database.query('create database second owner second')
    t.after(async () => {
      await database.query('drop database second with (force)')
      await database.query('drop role second_app_login, second_engine_login, second')
    })
    const given = parts(t, urlAs('second').replace(/\/test_\w+/, '/second'))
    const file = join(given.dataDir, 'create-roles.sql')
    await assert.rejects(openStorage(given), {
      name: 'StartFailure',
      message: `The user second may not create the database roles that Openlot needs: have an administrator run ${file} with psql in database second, then start again.`,
    })
    const sql = readFileSync(file, 'utf8').replace(/^\\.*$/gm, '')
    assert.match(sql, /^grant openlot_engine to "second_engine_login" with inherit true;$/m)
    await database.query(sql)
    const storage = await openStorage(given)
    const { rows } = await storage.enginePool.query('select session_user as login')
    assert.deepEqual(rows, [{ login: 'second_engine_login' }])
    await storage.stop()
  })

  it('refuses connections that do not have the limited user, as behind a pooler', async (t) => {
    const { app } = database.logins
    const owner = new Pool({ connectionString: database.url })
    const hidden = new Pool({ connectionString: database.url, options: '-c role=openlot_app' })
    t.after(async () => void (await Promise.all([owner.end(), hidden.end()])))
    for (const pool of [owner, hidden])
      await assert.rejects(checkLogin(pool, app), {
        name: 'StartFailure',
        message:
          /do not get the limited user test_\w+_app_login but openlot: .* let the pooler pass the user on/,
      })
    await checkLogin(database.pool, app)
    await database.query(`alter role ${app.user} createrole`)
    await assert.rejects(checkLogin(database.pool, app), /do not get the limited user/)
    await database.query(`alter role ${app.user} nocreaterole`)
  })

  it('refuses a user who does not own the tables', async (t) => {
    await database.query(`create role visitor login password 'secret'; grant openlot_app to visitor`)
    t.after(async () => await database.query('drop role visitor'))
    const url = urlAs('visitor')
    const message = /^The tables in database \w+ do not belong to visitor:/
    await assert.rejects(openStorage(parts(t, url)), { name: 'StartFailure', message })
  })

  it('can be used by a tool while the server runs', async (t) => {
    const server = await open(t)
    const tool = await openStorageForTool(parts(t, database.url))
    assert.equal(await tool.ping(), true)
    await tool.stop()
    assert.equal(await server.ping(), true)
  })
})

describe('an append-only table', () => {
  before(async () => {
    await database.query(
      `insert into setting_changes (key, old_value, new_value, changed_by) values ('k', '0', '1', 'test')`,
    )
  })

  const changes = [
    `update setting_changes set changed_by = 'somebody else'`,
    'delete from setting_changes',
    'truncate setting_changes',
    `update setting_changes set changed_by = 'nobody' where false`,
  ]
  for (const change of changes) {
    it(`refuses "${change}" by the application`, async () => {
      await assert.rejects(database.pool.query(change), /permission denied for table setting_changes/)
    })
    it(`refuses "${change}" by the owner`, async () => {
      await assert.rejects(database.query(change), /setting_changes is append-only: \w+ is refused/)
    })
  }
})
