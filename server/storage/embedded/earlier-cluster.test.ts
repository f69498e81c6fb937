// Clusters of versions that let every local user in without a password, and starts that were interrupted.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { findBinaries } from '#server/storage/embedded/binaries.ts'
import { clusterPath, ensureCluster } from '#server/storage/embedded/cluster.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { chooseOsUser } from '#server/storage/embedded/os-user.ts'
import { loadEmbeddedPasswords, readEmbeddedPasswords } from '#server/storage/embedded/password-file.ts'
import { openServerLog } from '#server/storage/embedded/postgres-log.ts'
import { launchServer } from '#server/storage/embedded/postgres-process.ts'
import { readPostmasterFile } from '#server/storage/embedded/postmaster-file.ts'
import { runningServerLogins } from '#server/storage/embedded/running-postgres.ts'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { applyMigration, ensureMigrationsTable } from '#server/storage/migrations/migrations-store.ts'
import { openStorage, openStorageForTool, type Storage } from '#server/storage/storage.ts'
import { eventually } from '#test/eventually.ts'
import { startStorageProcess, temporaryDirectory } from '#test/storage-process.ts'

const log = createLog('silent')
/** The last migration before the engine had a role of its own. */
const lastEarlier = 20
const openRules = 'local all all trust\n'

/** A cluster as the version before left it: rules of initdb, one role without login, the migrations of that time. */
async function makeEarlierCluster(dataDir: string): Promise<void> {
  const binaries = findBinaries()
  const cluster = clusterPath(dataDir)
  const osUser = chooseOsUser(binaries, cluster)
  await ensureCluster(dataDir, binaries, osUser, true)
  const serverLog = openServerLog(dataDir)
  const launch = { postgres: binaries.postgres, osUser, cluster, socketDirectory: cluster, isThrowAway: true }
  const server = await launchServer({ ...launch, log: serverLog })
  await eventually(() => readPostmasterFile(cluster)?.isReady === true)
  await asOwner(cluster, 'create database openlot', 'postgres')
  await withOwnerOf(cluster, async (owner) => {
    await owner.query('create role openlot_app nologin; grant openlot_app to openlot')
    await ensureMigrationsTable(owner)
    for (const migration of readMigrations().slice(0, lastEarlier)) await applyMigration(owner, migration)
    await owner.query(`insert into settings (key, value) values ('kept', 'still here')`)
  })
  await server.stop(systemClock)
  serverLog.close()
}

async function withOwnerOf(
  cluster: string,
  work: (owner: Client) => Promise<unknown>,
  { password = '', database = 'openlot' } = {},
): Promise<void> {
  const owner = new Client({ host: cluster, user: 'openlot', password, database, ssl: false })
  await owner.connect()
  await work(owner).finally(async () => await owner.end())
}

async function asOwner(cluster: string, sql: string, database = 'openlot', password = ''): Promise<void> {
  await withOwnerOf(cluster, (owner) => owner.query(sql), { database, password })
}

let earlier = ''
let prepared = ''
before(async () => {
  earlier = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-test-')))
  await makeEarlierCluster(earlier)
  prepared = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-test-')))
  cpSync(earlier, prepared, { recursive: true })
  await (await openStorage({ databaseUrl: undefined, dataDir: prepared, log, clock: systemClock })).stop()
})
after(() => {
  for (const directory of [earlier, prepared]) rmSync(directory, { recursive: true, force: true })
})

function copyOf(t: TestContext, original: string): string {
  const dataDir = join(temporaryDirectory(t), 'data')
  cpSync(original, dataDir, { recursive: true })
  return dataDir
}

async function open(t: TestContext, dataDir: string): Promise<Storage> {
  const storage = await openStorage({ databaseUrl: undefined, dataDir, log, clock: systemClock })
  t.after(storage.stop)
  return storage
}

/** The data is there, and every login has its password and only its own rights. */
async function assertSecured({ pool, enginePool }: Storage, dataDir: string): Promise<void> {
  const { rows } = await pool.query(`select value from settings where key = 'kept'`)
  assert.deepEqual(rows, [{ value: 'still here' }])
  const cluster = clusterPath(dataDir)
  for (const password of ['', 'openlot', 'wrong'])
    await assert.rejects(asOwner(cluster, 'select 1', 'openlot', password), /password/)
  const passwords = readEmbeddedPasswords(dataDir) ?? assert.fail()
  assert.equal(statSync(join(dataDir, 'postgres.passwords')).mode & 0o777, 0o600)
  await asOwner(cluster, 'select 1', 'openlot', passwords.owner)
  for (const [connections, user] of [
    [pool, 'openlot_app_login'],
    [enginePool, 'openlot_engine_login'],
  ] as const) {
    const client = await connections.connect()
    await client.query('set role none')
    const role = await client.query(
      `select session_user as user, current_user as current, rolsuper as super, array(
         select roleid::regrole::text from pg_auth_members where member = pg_roles.oid
       ) as groups from pg_roles where rolname = session_user`,
    )
    const groups = [user.replace('_login', '')]
    assert.deepEqual(role.rows, [{ user, current: user, super: false, groups }])
    await assert.rejects(client.query('update transfers set amount = 1'), /permission denied/)
    client.release()
  }
}

describe('a cluster of an earlier version', () => {
  it('keeps its data, and gets passwords and limited logins', async (t) => {
    const dataDir = copyOf(t, earlier)
    await assertSecured(await open(t, dataDir), dataDir)
  })

  it('can be used after kill -9, with the same passwords', async (t) => {
    const dataDir = copyOf(t, earlier)
    const first = startStorageProcess(t, dataDir)
    assert.deepEqual(await first.next(), ['open', ''])
    await first.kill()
    const passwords = readEmbeddedPasswords(dataDir)
    await assertSecured(await open(t, dataDir), dataDir)
    assert.deepEqual(readEmbeddedPasswords(dataDir), passwords)
  })

  it('lets tools in beside the running server, with its logins', async (t) => {
    const dataDir = copyOf(t, prepared)
    const server = startStorageProcess(t, dataDir)
    assert.deepEqual(await server.next(), ['open', ''])
    const tool = await openStorageForTool({ databaseUrl: undefined, dataDir, log, clock: systemClock })
    await assertSecured(tool, dataDir)
    await tool.stop()
    assert.equal((await runningServerLogins(dataDir, systemClock)).app.user, 'openlot_app_login')
    await server.stop()
  })
})

describe('a start after an interrupted one', () => {
  /** Runs SQL as the owner of a database that has passwords. */
  async function change(dataDir: string, ...statements: readonly string[]): Promise<void> {
    const server = await startEmbeddedPostgres({ dataDir, log, clock: systemClock, isThrowAway: true })
    const client = new Client(server.address.config)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
    await server.stop()
  }
  const rulesFile = (dataDir: string) => join(clusterPath(dataDir), 'pg_hba.conf')
  const passwordFile = (dataDir: string) => join(dataDir, 'postgres.passwords')

  const states: readonly (readonly [string, () => string, (dataDir: string) => Promise<void> | void])[] = [
    ['passwords made, but not set', () => earlier, (dataDir) => void loadEmbeddedPasswords(dataDir)],
    ['rules still open', () => prepared, (dataDir) => writeFileSync(rulesFile(dataDir), openRules)],
    ['rules lost', () => prepared, (dataDir) => rmSync(rulesFile(dataDir))],
    ['a restored backup without the passwords', () => prepared, (dataDir) => rmSync(passwordFile(dataDir))],
    [
      'an unfinished password file',
      () => earlier,
      (dataDir) => writeFileSync(`${passwordFile(dataDir)}.new`, '*:*:'),
    ],
    [
      'a login with more rights',
      () => prepared,
      (dataDir) =>
        change(
          dataDir,
          'alter role openlot_app_login superuser createrole',
          'grant openlot_engine, pg_execute_server_program to openlot_app_login',
          'alter role openlot_engine_login password null nologin',
          'alter role openlot_app login',
          'grant temporary on database openlot to public',
          'grant create on schema public to public',
        ),
    ],
    [
      'a login that is missing',
      () => prepared,
      (dataDir) => change(dataDir, 'drop role openlot_engine_login'),
    ],
    [
      'a login without its group',
      () => prepared,
      (dataDir) => change(dataDir, 'revoke openlot_app from openlot_app_login'),
    ],
  ]
  for (const [state, original, prepare] of states)
    it(`restores passwords and rights: ${state}`, async (t) => {
      const dataDir = copyOf(t, original())
      await prepare(dataDir)
      await assertSecured(await open(t, dataDir), dataDir)
    })

  it('refuses a damaged password file and says that it may be removed', async (t) => {
    const dataDir = copyOf(t, prepared)
    writeFileSync(passwordFile(dataDir), 'nonsense')
    const message = /postgres\.passwords does not contain the passwords of the database: remove it/
    await assert.rejects(open(t, dataDir), { name: 'StartFailure', message })
    rmSync(passwordFile(dataDir))
    await assertSecured(await open(t, dataDir), dataDir)
  })
})
