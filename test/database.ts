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

export type TestDatabase = {
  /** As its owner, the way DATABASE_URL would name it. */
  readonly url: string
  /** As the application: in the role that owns nothing. */
  readonly pool: Pool
  /** As the owner, for what a test prepares or inspects. */
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
 * In the cluster TEST_DATABASE_URL names, or else in one of our own that lives until its last database is
 * dropped: make one in `before` and drop it in `after`, rather than one for each test.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = await borrowCluster()
  const name = `test_${randomId(systemRandom)}`
  const template = await ensureTemplate(cluster.url)
  await withOwner(cluster.url, (owner) => owner.query(`create database ${name} template ${template}`))
  const url = named(cluster.url, name)
  const pool = createAppPool(urlAddress(url), log)
  return {
    url,
    pool,
    query: (sql, values = []) => withOwner(url, (owner) => owner.query(sql, [...values])),
    drop: async () => {
      await pool.end()
      await withOwner(cluster.url, (owner) => owner.query(`drop database ${name} with (force)`))
      await giveBackCluster()
    },
  }
}

/** A throw-away cluster. It may lose everything in a power cut, which is what makes it quick. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-test-')))
  const removeFiles = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const server = await startEmbeddedPostgres({ dataDir, log, clock: systemClock, isThrowAway: true })
  const endAtOnce = () => {
    process.kill(server.pid, 'SIGQUIT')
    removeFiles()
  }
  const exitOnSignal = () => process.exit(1)
  process.once('exit', endAtOnce)
  process.once('SIGTERM', exitOnSignal).once('SIGINT', exitOnSignal)
  const stop = async () => {
    process.off('exit', endAtOnce)
    process.off('SIGTERM', exitOnSignal).off('SIGINT', exitOnSignal)
    await server.stop()
    removeFiles()
  }
  const { host, user } = server.address.config
  return { url: `postgresql://${user}@/postgres?host=${encodeURIComponent(host ?? '')}`, stop }
}

let borrowed: Promise<TestCluster> | undefined
let borrowers = 0

async function borrowCluster(): Promise<TestCluster> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => undefined }
  borrowers += 1
  borrowed ??= startTestCluster()
  return await borrowed
}

async function giveBackCluster(): Promise<void> {
  if (borrowed === undefined) return
  borrowers -= 1
  if (borrowers > 0) return
  const cluster = borrowed
  borrowed = undefined
  await (await cluster).stop()
}

/** Migrated once for each state of the migrations, then copied; several test processes may want it at once. */
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
    await prepareDatabase(urlAddress(named(maintenanceUrl, unfinished)), log)
    await owner.query(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

/** A session as the owner of everything there. */
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

/** The same address with another database in it. */
function named(url: string, database: string): string {
  const [place = '', query] = url.split('?', 2)
  const renamed = `${place.slice(0, place.lastIndexOf('/'))}/${database}`
  return query === undefined ? renamed : `${renamed}?${query}`
}
