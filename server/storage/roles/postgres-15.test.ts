// Roles in an external PostgreSQL of the oldest supported version, with the owners that administrators give us.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { openStorage, openStorageForTool, type Storage, type StorageParts } from '#server/storage/storage.ts'
import { withOwner } from '#test/database.ts'
import { type Postgres15, startPostgres15 } from '#test/postgres-15.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

type Urls = Pick<StorageParts, 'databaseUrl' | 'databaseOwnerUrl'>

describe('PostgreSQL 15 by DATABASE_URL', () => {
  let postgres: Postgres15
  let made = 0
  before(async () => {
    postgres = await startPostgres15()
  })
  after(async () => await postgres.stop())

  function partsOf(t: TestContext, urls: Urls) {
    return { ...urls, dataDir: temporaryDirectory(t), log: createLog('silent'), clock: systemClock }
  }
  async function open(t: TestContext, urls: Urls): Promise<Storage> {
    const storage = await openStorage(partsOf(t, urls))
    t.after(storage.stop)
    return storage
  }
  /** A new database and a user with these attributes who owns it. Both have the returned name. */
  async function newOwner(attributes = ''): Promise<string> {
    made += 1
    const name = `shop_${made}`
    await postgres.admin(`create role ${name} login password 'secret' ${attributes}`)
    await postgres.admin(`create database ${name} owner ${name}`)
    return name
  }
  const urlsOf = (owner: string): Urls => ({ databaseUrl: postgres.urlOf(owner, owner) })
  /** Runs the statements of the file, without the meta-commands of psql. */
  async function runFile(file: string, database: string): Promise<void> {
    await postgres.admin(readFileSync(file, 'utf8').replace(/^\\.*$/gm, ''), database)
  }
  async function assertLimited({ pool, enginePool }: Storage, app: string, engine: string): Promise<void> {
    for (const [connections, user] of [
      [pool, app],
      [enginePool, engine],
    ] as const) {
      const client = await connections.connect()
      await client.query('set session authorization default')
      await client.query('set role none')
      const { rows } = await client.query(
        `select current_user as current, rolsuper or rolcreaterole as powerful from pg_roles
         where rolname = session_user`,
      )
      assert.deepEqual(rows, [{ current: user, powerful: false }])
      for (const attack of [
        'update transfers set amount = 1',
        'delete from audit_entries',
        `copy (select 1) to program 'true'`,
        `select pg_read_file('PG_VERSION')`,
        'select * from login_passwords',
        'create temp table transfers (n int)',
        'create table mine (n int)',
      ])
        await assert.rejects(client.query(attack), { code: '42501' }, attack)
      client.release()
    }
    await assert.rejects(pool.query('insert into transfers default values'), { code: '42501' })
    await assert.rejects(pool.query('update orders set lots = 1'), { code: '42501' })
  }

  for (const attributes of ['superuser', 'createrole'])
    it(`lets an owner with ${attributes} make the roles`, async (t) => {
      const owner = await newOwner(attributes)
      const logins = [`${owner}_app_login`, `${owner}_engine_login`] as const
      const storage = await open(t, urlsOf(owner))
      await assertLimited(storage, ...logins)
      // Another server of the same database finds the same passwords, so that both can open connections.
      const other = await open(t, urlsOf(owner))
      await assertLimited(other, ...logins)
      await storage.pool.query('select 1')
      await assertLimited(await open(t, urlsOf(owner)), ...logins)
      await storage.stop()
      await assertLimited(other, ...logins)
    })

  it('can be prepared by two servers at the same time', async (t) => {
    const owner = await newOwner('createrole')
    const both = await Promise.all([open(t, urlsOf(owner)), open(t, urlsOf(owner))])
    for (const storage of both) await assertLimited(storage, `${owner}_app_login`, `${owner}_engine_login`)
  })

  it('asks for an administrator if the owner may not create roles, and starts after that', async (t) => {
    const owner = await newOwner()
    const parts = partsOf(t, urlsOf(owner))
    const file = join(parts.dataDir, 'create-roles.sql')
    await assert.rejects(openStorage(parts), {
      name: 'StartFailure',
      message: `The user ${owner} may not create the database roles that Openlot needs: have an administrator run ${file} with psql in database ${owner}, then start again.`,
    })
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const kept = await withOwner(postgres.urlOf(owner, owner), (client) =>
      client.query<{ password: string }>('select password from login_passwords'),
    )
    assert.equal(kept.rowCount, 2)
    for (const { password } of kept.rows) assert.ok(!readFileSync(file, 'utf8').includes(password))
    await runFile(file, owner)
    for (let start = 0; start < 2; start += 1) {
      const storage = await openStorage(parts)
      await assertLimited(storage, `${owner}_app_login`, `${owner}_engine_login`)
      assert.equal(existsSync(file), false)
      await storage.stop()
    }
  })

  it('asks for an administrator if a password was changed and the owner may not set it', async (t) => {
    const owner = await newOwner('createrole')
    const parts = partsOf(t, urlsOf(owner))
    await (await openStorage(parts)).stop()
    await postgres.admin(`alter role ${owner} nocreaterole; alter role ${owner}_app_login password 'other'`)
    await assert.rejects(openStorage(parts), { name: 'StartFailure', message: /create-roles\.sql/ })
    await runFile(join(parts.dataDir, 'create-roles.sql'), owner)
    await assertLimited(await open(t, urlsOf(owner)), `${owner}_app_login`, `${owner}_engine_login`)
  })

  it('asks for an administrator if everyone may create tables in a database of another owner', async (t) => {
    const owner = await newOwner('createrole')
    await postgres.admin(`alter database ${owner} owner to postgres`)
    await postgres.admin('grant create on schema public to public', owner)
    const parts = partsOf(t, urlsOf(owner))
    await assert.rejects(openStorage(parts), { name: 'StartFailure', message: /create-roles\.sql/ })
    await runFile(join(parts.dataDir, 'create-roles.sql'), owner)
    await assertLimited(await open(t, urlsOf(owner)), `${owner}_app_login`, `${owner}_engine_login`)
  })

  it('quotes and shortens the names of databases', async (t) => {
    const owner = await newOwner('createrole')
    for (const name of [`Shop "${owner}"`, `${'é'.repeat(25)}_${owner}`]) {
      const quoted = `"${name.replaceAll('"', '""')}"`
      await postgres.admin(`create database ${quoted} owner ${owner}`)
      const storage = await open(t, { databaseUrl: postgres.urlOf(owner, encodeURIComponent(name)) })
      const { rows } = await storage.pool.query('select session_user as login')
      assert.match(rows[0].login, /_app_login$/)
      assert.ok(Buffer.byteLength(rows[0].login) <= 63)
    }
  })

  describe('with DATABASE_OWNER_URL', () => {
    async function withApp(ownerAttributes: string, appAttributes = '') {
      const owner = await newOwner(ownerAttributes)
      const app = `${owner}_web`
      await postgres.admin(`create role ${app} login password 'secret' ${appAttributes}`)
      const urls = {
        databaseUrl: postgres.urlOf(app, owner),
        databaseOwnerUrl: postgres.urlOf(owner, owner),
      }
      return { owner, app, urls }
    }

    for (const attributes of ['superuser', 'createrole'])
      it(`uses the login of DATABASE_URL, beside an owner with ${attributes}`, async (t) => {
        const { owner, app, urls } = await withApp(attributes)
        await assertLimited(await open(t, urls), app, `${owner}_engine_login`)
        const tool = await openStorageForTool(partsOf(t, urls))
        await assertLimited(tool, app, `${owner}_engine_login`)
        await tool.stop()
      })

    it('asks for an administrator if the owner may not create roles, and starts after that', async (t) => {
      const { owner, app, urls } = await withApp('')
      const parts = partsOf(t, urls)
      await assert.rejects(openStorage(parts), { name: 'StartFailure', message: /create-roles\.sql/ })
      const file = join(parts.dataDir, 'create-roles.sql')
      assert.doesNotMatch(readFileSync(file, 'utf8'), /app_login/)
      await runFile(file, owner)
      await assertLimited(await open(t, urls), app, `${owner}_engine_login`)
    })

    for (const [attribute, message] of [
      ['superuser', /has the attribute superuser, which the application must not/],
      ['createrole', /has the attribute createrole/],
      ['bypassrls', /has the attribute bypassrls/],
      ['role pg_write_all_data', /is a member of pg_write_all_data/],
      ['role pg_execute_server_program', /is a member of pg_execute_server_program/],
    ] as const)
      it(`refuses a login of the application with ${attribute}`, async (t) => {
        const { urls } = await withApp('createrole', attribute.replace('role pg', 'in role pg'))
        await assert.rejects(open(t, urls), { name: 'StartFailure', message })
      })

    it('refuses a login that is a member of the owner, or that may write a table', async (t) => {
      const { owner, app, urls } = await withApp('createrole')
      await postgres.admin(`grant ${owner} to ${app}`)
      const message = new RegExp(`is a member of ${owner}`)
      await assert.rejects(open(t, urls), { name: 'StartFailure', message })
      await postgres.admin(`revoke ${owner} from ${app}`)
      await (await openStorage(partsOf(t, urls))).stop()
      await postgres.admin(`grant update on transfers to ${app}`, owner)
      await assert.rejects(open(t, urls), {
        name: 'StartFailure',
        message: /has privileges of its own on the table public\.transfers, which the application must not/,
      })
    })

    it('refuses two URLs that do not lead to the same database', async (t) => {
      const { app, urls } = await withApp('createrole')
      const other = await newOwner()
      const databaseUrl = postgres.urlOf(app, other)
      await assert.rejects(open(t, { ...urls, databaseUrl }), {
        name: 'StartFailure',
        message: /do not lead to the same database: set the same host/,
      })
    })

    it('refuses one user for both, and a wrong password, without naming it', async (t) => {
      const { owner, app, urls } = await withApp('createrole')
      const { databaseOwnerUrl } = urls
      await assert.rejects(open(t, { databaseUrl: databaseOwnerUrl, databaseOwnerUrl }), {
        name: 'StartFailure',
        message: /have the same user: remove DATABASE_OWNER_URL/,
      })
      const wrong = { databaseUrl: postgres.urlOf(app, owner, 'hunter2'), databaseOwnerUrl }
      await assert.rejects(open(t, wrong), (caught: Error) => {
        assert.equal(caught.name, 'StartFailure')
        assert.match(caught.message, new RegExp(`refuses user ${app}`))
        assert.doesNotMatch(caught.message, /hunter2/)
        return true
      })
    })

    it('tells a tool that has only the login of the application what to set', async (t) => {
      const { urls } = await withApp('createrole')
      await assert.rejects(openStorageForTool(partsOf(t, urls)), /is not prepared for this version/)
      await (await openStorage(partsOf(t, urls))).stop()
      await assert.rejects(openStorageForTool(partsOf(t, { databaseUrl: urls.databaseUrl })), {
        name: 'StartFailure',
        message: /do not belong to shop_\d+_web: set the user who created them/,
      })
    })
  })
})
