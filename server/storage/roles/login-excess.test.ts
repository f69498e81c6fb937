// Rights and settings that a login has from elsewhere than its group, in the oldest and the newest PostgreSQL.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { openStorage, type Storage, type StorageParts } from '#server/storage/storage.ts'
import { startTestCluster, withOwner } from '#test/database.ts'
import { startPostgres15 } from '#test/postgres-15.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

type Urls = Pick<StorageParts, 'databaseUrl' | 'databaseOwnerUrl'>

type Cluster = {
  readonly admin: (sql: string, database?: string) => Promise<void>
  readonly urlOf: (user: string, database: string) => string
  readonly stop: () => Promise<void>
}

async function startPostgres18(): Promise<Cluster> {
  const { url, stop } = await startTestCluster()
  const named = (database: string) => url.replace('/postgres?', `/${database}?`)
  return {
    admin: async (sql, database = 'postgres') =>
      void (await withOwner(named(database), (owner) => owner.query(sql))),
    urlOf: (user, database) => named(database).replace(/\/\/[^@]*@/, `//${user}:secret@`),
    stop,
  }
}

/** The name of the login stands for $login, that of the owner and the database for $owner. */
type Change = readonly [what: string, sql: string, refusal: RegExp]

const changes: readonly Change[] = [
  ['owns the database', 'alter database $owner owner to $login', /owns the database shop_\d+,/],
  ['owns a table', 'alter table transfers owner to $login', /owns the table public\.transfers,/],
  ['owns a schema', 'create schema extra authorization $login', /owns the schema extra,/],
  ['may write a column', 'grant update (balance) on house_balances to $login', /the table public\.house_bal/],
  ['may write a table', 'grant insert on journal to $login', /on the table public\.journal,/],
  ['may create tables', 'grant create on schema public to $login', /on the schema public,/],
  ['may create schemas', 'grant create on database $owner to $login', /privilege create .* on the database/],
  [
    'may create temporary tables',
    'grant connect, temporary on database $owner to $login',
    /privilege temporary .* on the database/,
  ],
  [
    'may let others connect',
    'grant connect on database $owner to $login with grant option',
    /privilege connect .* on the database/,
  ],
  [
    'may use a sequence',
    'create sequence extra; grant usage on sequence extra to $login',
    /on the sequence public\.extra,/,
  ],
  [
    'may call a function',
    `create function extra(n int) returns int language sql as 'select 1'; grant execute on function extra to $login`,
    /on the function public\.extra\(integer\),/,
  ],
  [
    'may set a parameter',
    'grant set on parameter session_replication_role to $login',
    /on the parameter ACL session_replication_role,/,
  ],
  [
    'gets rights on new tables',
    'alter default privileges for role $owner in schema public grant all on tables to $login',
    /default privileges on new tables,/,
  ],
  ['has a search path', 'alter role $login set search_path = extra', /settings of its own \(search_path\),/],
  [
    'is read-only in this database',
    'alter role $login in database $owner set default_transaction_read_only = on',
    /settings of its own \(default_transaction_read_only\),/,
  ],
  [
    'may give its group away',
    'grant openlot_app to $login with admin option',
    /may make others a member of openlot_app,/,
  ],
  [
    'is a member of the other group by a third role',
    `create role third_$login; grant openlot_engine to third_$login with admin option;
     set role third_$login; grant openlot_engine to $login; reset role`,
    /is a member of openlot_engine,/,
  ],
]

let made = 0

for (const [version, start] of [
  [15, startPostgres15],
  [18, startPostgres18],
] as const)
  describe(`a login with more than its group in PostgreSQL ${version}`, () => {
    let postgres: Cluster
    before(async () => {
      postgres = await start()
    })
    after(async () => await postgres.stop())

    function partsOf(t: TestContext, urls: Urls) {
      return { ...urls, dataDir: temporaryDirectory(t), log: createLog('silent'), clock: systemClock }
    }
    async function newOwner(attributes: string): Promise<string> {
      made += 1
      const name = `shop_${made}`
      await postgres.admin(`create role ${name} login password 'secret' ${attributes}`)
      await postgres.admin(`create database ${name} owner ${name}`)
      return name
    }
    async function newApp(owner: string, attributes = ''): Promise<Urls & { readonly app: string }> {
      const app = `${owner}_web`
      await postgres.admin(`create role ${app} login password 'secret' ${attributes}`)
      const databaseOwnerUrl = postgres.urlOf(owner, owner)
      return { app, databaseUrl: postgres.urlOf(app, owner), databaseOwnerUrl }
    }
    const filled = (sql: string, owner: string, login: string) =>
      sql.replaceAll('$owner', owner).replaceAll('$login', login)

    /** Rows of the catalogs that name the login beside its group. */
    async function assertOnlyGroup(owner: string, login: string): Promise<void> {
      const { rows } = await withOwner(postgres.urlOf(owner, owner), (client) =>
        client.query(
          `select pg_describe_object(classid, objid, objsubid) as object from pg_shdepend
           where refclassid = 'pg_authid'::regclass and refobjid = $1::regrole and deptype in ('o', 'a')
             and classid <> all(array['pg_largeobject', 'pg_default_acl']::regclass[])
           union all select array_to_string(setconfig, ' ') from pg_db_role_setting where setrole = $1::regrole
           union all select roleid::regrole::text from pg_auth_members
           where member = $1::regrole and (admin_option or roleid::regrole not in ('openlot_app', 'openlot_engine'))
           union all select 'both groups' from pg_auth_members where member = $1::regrole
           having count(distinct roleid) <> 1`,
          [login],
        ),
      )
      assert.deepEqual(
        rows.filter(({ object }) => object !== `database ${owner}`),
        [],
      )
      const database = await withOwner(postgres.urlOf(owner, owner), (client) =>
        client.query(`select has_database_privilege($1, current_database(), 'create, temporary') as more`, [
          login,
        ]),
      )
      assert.deepEqual(database.rows, [{ more: false }])
    }
    async function assertStarts(parts: StorageParts): Promise<void> {
      const storage = await openStorage(parts)
      await assertWorks(storage).finally(storage.stop)
    }
    async function assertWorks({ pool, enginePool }: Storage): Promise<void> {
      for (const connections of [pool, enginePool]) {
        const { rows } = await connections.query(
          `select current_schema() as schema, current_setting('default_transaction_read_only') as "readOnly"`,
        )
        assert.deepEqual(rows, [{ schema: 'public', readOnly: 'off' }])
      }
      await pool.query('select * from settings')
      await enginePool.query('select * from journal')
    }

    it('is repaired if it was generated', async (t) => {
      const owner = await newOwner('superuser')
      const parts = partsOf(t, { databaseUrl: postgres.urlOf(owner, owner) })
      await (await openStorage(parts)).stop()
      const login = `${owner}_app_login`
      for (const [what, sql] of changes)
        await t.test(what, async () => {
          await postgres.admin(filled(sql, owner, login), owner)
          await assertStarts(parts)
          await assertOnlyGroup(owner, login)
        })
    })

    it('is repaired by an administrator if the owner may not', async (t) => {
      const owner = await newOwner('')
      const parts = partsOf(t, { databaseUrl: postgres.urlOf(owner, owner) })
      const runFile = async () => {
        await assert.rejects(openStorage(parts), { name: 'StartFailure', message: /create-roles\.sql/ })
        const sql = readFileSync(join(parts.dataDir, 'create-roles.sql'), 'utf8')
        await postgres.admin(sql.replace(/^\\.*$/gm, ''), owner)
      }
      await runFile()
      await (await openStorage(parts)).stop()
      const login = `${owner}_app_login`
      for (const [, sql] of changes) await postgres.admin(filled(sql, owner, login), owner)
      await runFile()
      await assertStarts(parts)
      await assertOnlyGroup(owner, login)
    })

    it('is refused if an administrator made it, with the statement that helps', async (t) => {
      const owner = await newOwner('superuser')
      const { app, ...urls } = await newApp(owner)
      const parts = partsOf(t, urls)
      await (await openStorage(parts)).stop()
      for (const [what, sql, refusal] of changes)
        await t.test(what, async () => {
          await postgres.admin(filled(sql, owner, app), owner)
          let caught: unknown
          // One change may give several rights, such as a privilege on a database.
          for (let tries = 0; tries < 3; tries += 1) {
            caught = await openStorage(parts).then(
              async (storage) => await storage.stop(),
              (error: Error) => error,
            )
            if (!(caught instanceof Error)) break
            assert.equal(caught.name, 'StartFailure')
            assert.match(caught.message, refusal)
            const remedy = /must not: take that away \((.*);\), set another user/.exec(caught.message)?.[1]
            await postgres.admin(remedy ?? assert.fail(caught.message), owner)
          }
          assert.equal(caught, undefined)
          await assertOnlyGroup(owner, app)
        })
    })

    it('cannot prevent the next start with large objects and default privileges of its own', async (t) => {
      const owner = await newOwner('superuser')
      const parts = partsOf(t, { databaseUrl: postgres.urlOf(owner, owner) })
      const storage = await openStorage(parts)
      const engine = `${owner}_engine_login`
      await postgres.admin(`alter role ${owner} nosuperuser`)
      await storage.pool.query('select lo_create(4711)')
      await storage.pool.query(`grant select on large object 4711 to ${engine}`)
      await storage.pool.query(`alter default privileges grant select on tables to ${engine}`)
      await storage.stop()
      await (await openStorage(parts)).stop()
    })

    it('is refused with code of its own, which must not get the rights of the owner', async (t) => {
      const owner = await newOwner('superuser')
      const parts = partsOf(t, { databaseUrl: postgres.urlOf(owner, owner) })
      await (await openStorage(parts)).stop()
      const login = `${owner}_app_login`
      await postgres.admin(
        `create view extra as select * from login_passwords; alter view extra owner to ${login}`,
        owner,
      )
      await assert.rejects(openStorage(parts), {
        name: 'StartFailure',
        message: new RegExp(`The database role ${login} owns the view public.extra, which it must not`),
      })
      await postgres.admin('drop view extra; grant select on settings to openlot_app', owner)
      await (await openStorage(parts)).stop()
    })

    it('gives the privileges of a group also to a login that does not inherit', async (t) => {
      const owner = await newOwner('superuser')
      const { app, ...urls } = await newApp(owner, 'noinherit')
      await assertStarts(partsOf(t, urls))
      await postgres.admin(`revoke openlot_app from ${app}; alter role ${app} noinherit`)
      await postgres.admin(`grant openlot_app to ${app}`)
      await assertStarts(partsOf(t, urls))
    })

    it('may connect to a database that is not open to everyone', async (t) => {
      const owner = await newOwner('superuser')
      await postgres.admin(`revoke connect on database ${owner} from public`)
      const { app, ...urls } = await newApp(owner)
      for (const each of [urls, { databaseUrl: postgres.urlOf(owner, owner) }]) {
        const parts = partsOf(t, each)
        for (let start = 0; start < 2; start += 1) {
          await assertStarts(parts)
        }
      }
      for (const login of [app, `${owner}_app_login`, `${owner}_engine_login`])
        await assertOnlyGroup(owner, login)
    })

    it('finds the database that has the name of the owner', async (t) => {
      const owner = await newOwner('superuser')
      const databaseUrl = postgres.urlOf(owner, owner).replace(`/${owner}?`, '/?')
      await assertStarts(partsOf(t, { databaseUrl }))
    })

    it('works in a database with a reserved name', async (t) => {
      const owner = await newOwner('superuser')
      await postgres.admin(`create database pg_${owner} owner ${owner}`)
      await assertStarts(partsOf(t, { databaseUrl: postgres.urlOf(owner, `pg_${owner}`) }))
    })

    it('is not made if the tables would be outside the schema public', async (t) => {
      const owner = await newOwner('superuser')
      const parts = partsOf(t, { databaseUrl: postgres.urlOf(owner, owner) })
      await postgres.admin(`create schema ${owner} authorization ${owner}`, owner)
      await assert.rejects(openStorage(parts), {
        name: 'StartFailure',
        message: new RegExp(`would be in the schema ${owner}, not in public: remove search_path`),
      })
      const { rows } = await withOwner(postgres.urlOf(owner, owner), (client) =>
        client.query(`select to_regclass('login_passwords') as passwords, to_regrole($1) as login`, [
          `${owner}_app_login`,
        ]),
      )
      assert.deepEqual(rows, [{ passwords: null, login: null }])
      await postgres.admin(`drop schema ${owner}`, owner)
      await (await openStorage(parts)).stop()
    })

    it('cannot read the passwords or write tables of the engine by default privileges', async (t) => {
      const owner = await newOwner('superuser')
      for (const grantee of ['public', 'pg_monitor'])
        await postgres.admin(
          `alter default privileges for role ${owner} grant all on tables to ${grantee}`,
          owner,
        )
      const parts = partsOf(t, await newApp(owner))
      const attacks = [
        'select * from login_passwords',
        'update house_balances set balance = 0',
        'insert into journal default values',
        'delete from audit_chain',
        'update audit_head set position = 0',
      ]
      const assertRefused = async () => {
        const storage = await openStorage(parts)
        try {
          for (const attack of attacks)
            await assert.rejects(storage.pool.query(attack), { code: '42501' }, attack)
          await assert.rejects(storage.enginePool.query('delete from audit_chain'), { code: '42501' })
        } finally {
          await storage.stop()
        }
      }
      await assertRefused()
      await postgres.admin(
        `grant select on login_passwords to openlot_app, openlot_engine;
         grant select (password) on login_passwords to ${owner}_engine_login;
         grant update (balance) on house_balances to openlot_app;
         grant insert on audit_chain to openlot_engine;
         create policy open on login_passwords using (true);
         alter table login_passwords disable row level security`,
        owner,
      )
      await assertRefused()
      const visitor = `${owner}_visitor`
      await postgres.admin(`create role ${visitor} login password 'secret' in role pg_read_all_data`)
      const seen = await withOwner(postgres.urlOf(visitor, owner), (client) =>
        client.query('select * from login_passwords'),
      )
      assert.deepEqual(seen.rows, [])
      const { rows } = await withOwner(postgres.urlOf(owner, owner), (client) =>
        client.query(`select relacl::text from pg_class where oid = 'login_passwords'::regclass`),
      )
      assert.deepEqual(rows, [{ relacl: `{${owner}=${version === 15 ? 'arwdDxt' : 'arwdDxtm'}/${owner}}` }])
    })
  })
