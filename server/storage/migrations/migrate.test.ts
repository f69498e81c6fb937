import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/storage/migrations/migrate.ts'
import { startTestCluster, type TestCluster } from '#test/database.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

const log = createLog('silent')

/** Creates a directory with the migrations 0001-step, 0002-step, … */
function migrationsOf(t: TestContext, ...steps: readonly string[]): string {
  const directory = temporaryDirectory(t)
  steps.forEach((sql, index) => {
    writeFileSync(join(directory, `000${index + 1}-step.sql`), sql)
  })
  return directory
}

describe('migrating', () => {
  let cluster: TestCluster
  let made = 0
  before(async () => {
    cluster = await startTestCluster()
  })
  after(async () => await cluster.stop())

  async function connect(t: TestContext, database: string): Promise<Client> {
    const client = new Client({ connectionString: cluster.url.replace('/postgres?', `/${database}?`) })
    await client.connect()
    t.after(async () => await client.end())
    return client
  }

  async function freshDatabase(t: TestContext): Promise<string> {
    made += 1
    const client = await connect(t, 'postgres')
    await client.query(`create database fresh_${made}`)
    return `fresh_${made}`
  }

  async function appliedNames(client: Client): Promise<string[]> {
    const { rows } = await client.query('select name from migrations order by number')
    return rows.map(({ name }) => name)
  }

  it('applies new migrations in order and none twice', async (t) => {
    const owner = await connect(t, await freshDatabase(t))
    const directory = migrationsOf(t, 'create table steps (n int)', 'insert into steps values (2)')
    await migrate(owner, log, directory)
    writeFileSync(join(directory, '0003-step.sql'), 'insert into steps values (3)')
    await migrate(owner, log, directory)
    await migrate(owner, log, directory)
    assert.deepEqual((await owner.query('select n from steps')).rows, [{ n: 2 }, { n: 3 }])
    assert.deepEqual(await appliedNames(owner), ['0001-step', '0002-step', '0003-step'])
  })

  it('refuses a migration that was edited after it ran', async (t) => {
    const owner = await connect(t, await freshDatabase(t))
    const directory = migrationsOf(t, 'create table steps (n int)')
    await migrate(owner, log, directory)
    writeFileSync(join(directory, '0001-step.sql'), 'create table steps (n bigint)')
    await assert.rejects(migrate(owner, log, directory), /^StartFailure: Migration 0001-step was changed/)
  })

  it('rolls back a failing migration and keeps the earlier ones', async (t) => {
    const owner = await connect(t, await freshDatabase(t))
    const broken = 'create table half (n int); select no_such_function()'
    const directory = migrationsOf(t, 'create table steps (n int)', broken)
    await assert.rejects(migrate(owner, log, directory), {
      name: 'StartFailure',
      message:
        /^Migration 0002-step failed and was rolled back \(function no_such_function\(\) does not exist\)/,
    })
    assert.deepEqual(await appliedNames(owner), ['0001-step'])
    assert.deepEqual((await owner.query(`select to_regclass('half') as half`)).rows, [{ half: null }])
    writeFileSync(join(directory, '0002-step.sql'), 'create table half (n int)')
    await migrate(owner, log, directory)
    assert.deepEqual(await appliedNames(owner), ['0001-step', '0002-step'])
  })

  it('applies each migration once for two parallel processes', async (t) => {
    const database = await freshDatabase(t)
    const directory = migrationsOf(t, 'select pg_sleep(0.2)', 'create table once (n int)')
    const clients = [await connect(t, database), await connect(t, database)]
    // The advisory lock belongs to the connection. Both connections stay open here, so each client releases the lock
    // itself.
    await Promise.all(
      clients.map(async (client) => {
        await migrate(client, log, directory)
        await client.query('select pg_advisory_unlock_all()')
      }),
    )
    const [owner] = clients
    assert.ok(owner)
    assert.deepEqual(await appliedNames(owner), ['0001-step', '0002-step'])
  })
})
