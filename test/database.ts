// A fresh, migrated database for an integration test, in a real PostgreSQL.
import { createHash } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool, type QueryResult, type QueryResultRow } from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { randomId, systemRandom } from '#server/platform/random.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import type { LoginAddresses } from '#server/storage/roles/ensure-roles.ts'

export type TestDatabase = {
  /** Connection URL of the database owner, as in DATABASE_URL. */
  readonly url: string
  /** Connects with the application's login, which owns nothing. */
  readonly pool: Pool
  /** Connects with the engine's login, but with the longer timeouts of the application. */
  readonly enginePool: Pool
  readonly logins: LoginAddresses
  /** Runs as the owner, to prepare or inspect data. */
  readonly query: <Row extends QueryResultRow>(
    sql: string,
    values?: readonly unknown[],
  ) => Promise<QueryResult<Row>>
  readonly drop: () => Promise<void>
}

export type TestCluster = {
  readonly url: string
  readonly stop: () => Promise<void>
}

const log = createLog('error', process.stderr)

/**
 * Uses the cluster of TEST_DATABASE_URL, or starts one that runs until its last database is dropped. Create the
 * database in `before` and drop it in `after`, not once per test.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = await acquireCluster()
  const name = `test_${randomId(systemRandom)}`
  const template = await ensureTemplate(cluster.url)
  // Without durability, copying files is faster than writing each block to the log.
  await withOwner(cluster.url, (owner) =>
    owner.query(`create database ${name} template ${template} strategy file_copy`),
  )
  const url = withDatabase(cluster.url, name)
  const logins = await prepareDatabase({ owner: urlAddress(url), dataDir: tmpdir(), log })
  const pool = createAppPool(logins.app, log)
  const enginePool = createAppPool(logins.engine, log)
  return {
    url,
    pool,
    enginePool,
    logins,
    query: (sql, values = []) => withOwner(url, (owner) => owner.query(sql, [...values])),
    drop: async () => {
      await Promise.all([pool.end(), enginePool.end()])
      await withOwner(cluster.url, async (owner) => {
        await owner.query(`drop database ${name} with (force)`)
        await owner.query(`drop role if exists ${logins.app.user}, ${logins.engine.user}`)
      })
      await releaseCluster()
    },
  }
}

/** A temporary cluster without durability, which makes it fast. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-test-')))
  const removeFiles = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const server = await startEmbeddedPostgres({ dataDir, log, clock: systemClock, isThrowAway: true })
  const stopNow = () => {
    process.kill(server.pid, 'SIGQUIT')
    removeFiles()
  }
  const exitOnSignal = () => process.exit(1)
  process.once('exit', stopNow)
  process.once('SIGTERM', exitOnSignal).once('SIGINT', exitOnSignal)
  const stop = async () => {
    process.off('exit', stopNow)
    process.off('SIGTERM', exitOnSignal).off('SIGINT', exitOnSignal)
    await server.stop()
    removeFiles()
  }
  const { host = '', user } = server.address.config
  const { owner } = server.passwords
  return { url: `postgresql://${user}:${owner}@/postgres?host=${encodeURIComponent(host)}`, stop }
}

let sharedCluster: Promise<TestCluster> | undefined
let users = 0

async function acquireCluster(): Promise<TestCluster> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => undefined }
  users += 1
  sharedCluster ??= startTestCluster()
  return await sharedCluster
}

async function releaseCluster(): Promise<void> {
  if (sharedCluster === undefined) return
  users -= 1
  if (users > 0) return
  const cluster = sharedCluster
  sharedCluster = undefined
  await (await cluster).stop()
}

/** Creates a migrated template once for each set of migrations. An advisory lock lets test processes share it. */
async function ensureTemplate(maintenanceUrl: string): Promise<string> {
  const checksums = readMigrations().map(({ checksum }) => checksum)
  const name = `openlot_test_${createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)}`
  const unfinished = `${name}_unfinished`
  await withOwner(maintenanceUrl, async (owner) => {
    await owner.query(`select pg_advisory_lock(hashtext($1))`, [name])
    const found = await owner.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount !== 0) return
    await owner.query(`drop database if exists ${unfinished} with (force)`)
    await owner.query(`create database ${unfinished}`)
    const address = urlAddress(withDatabase(maintenanceUrl, unfinished))
    const logins = await prepareDatabase({ owner: address, dataDir: tmpdir(), log })
    await owner.query(`drop role ${logins.app.user}, ${logins.engine.user}`)
    await owner.query(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

/** Opens a session as the database owner. */
export async function withOwner<Result>(
  url: string,
  work: (owner: Client) => Promise<Result>,
): Promise<Result> {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Replaces the database name in the URL. */
function withDatabase(url: string, database: string): string {
  const [place = '', query] = url.split('?', 2)
  const renamed = `${place.slice(0, place.lastIndexOf('/'))}/${database}`
  return query === undefined ? renamed : `${renamed}?${query}`
}
