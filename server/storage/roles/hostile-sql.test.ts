// Hostile SQL on the connections of the server, as after an injection. Both pools must refuse it.
import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { auditTables, engineTables } from '#server/storage/roles/table-privileges-store.ts'
import { openStorage, type Pool, type Storage } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase, withOwner } from '#test/database.ts'

const log = createLog('silent')

/**
 * Ways to get back the rights of the user who logged in. Some are refused, which is no success. Those that restore the
 * start of the session come first.
 */
const escapes = [
  'discard all',
  'reset all',
  'reset role',
  'reset session authorization',
  'set session authorization default',
  'set role openlot',
  'set session authorization openlot',
  'set role none',
  'set session_replication_role = replica',
]

/** The keys of a server are in its data directory. */
type Attack = (keyFile: string) => string

const attacks: readonly Attack[] = [
  () => 'update transfers set amount = amount + 1',
  () => `update audit_entries set who = 'another operator'`,
  () => 'delete from journal',
  () => 'delete from audit_entries',
  () => 'truncate transfers cascade',
  () => 'update house_balances set account = account',
  () => 'drop trigger append_only on transfers',
  () => 'alter table orders add mine int',
  () => 'drop table notices',
  () => `copy (select 1) to program 'true'`,
  () => `create temp table output (line text)`,
  (keyFile) => `copy (select 'mine') to '${keyFile}'`,
  (keyFile) => `select pg_read_file('${keyFile}')`,
  (keyFile) => `select lo_import('${keyFile}')`,
  () => `select pg_ls_dir('/')`,
  () => 'select rolpassword from pg_authid',
  () => 'select passwd from pg_shadow',
  () => 'create table mine (n int)',
  () => 'create schema mine',
  () => `create function mine() returns int language sql as 'select 1'`,
  () => 'create extension file_fdw',
  () => 'create role mine superuser',
  () => 'alter role current_user superuser',
  () => 'grant pg_execute_server_program to current_user',
  () => `select set_config('log_statement', 'all', false)`,
  () => 'alter function refuse_change_of_past() owner to current_user',
]

const pools = { application: 'pool', engine: 'enginePool' } as const

describe('hostile SQL', () => {
  let database: TestDatabase
  let storage: Storage
  let dataDir = ''
  let keyFile = ''
  let history: unknown

  before(async () => {
    dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-test-')))
    keyFile = join(dataDir, 'secret.key')
    writeFileSync(keyFile, 'the key', { mode: 0o644 })
    database = await createTestDatabase()
    await insertHistory(database.url)
    history = await readHistory(database)
    storage = await openStorage({ databaseUrl: database.url, dataDir, log, clock: systemClock })
  })
  after(async () => {
    await storage.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })

  for (const [who, key] of Object.entries(pools)) {
    for (const attack of attacks)
      it(`is refused to the ${who}: ${attack('secret.key')}`, async () => {
        await assertRefused(storage[key], attack(keyFile))
      })

    it(`does not change the user of the ${who}`, async () => {
      const client = await escaped(storage[key])
      const { rows } = await client.query('select session_user as session, current_user as role')
      const { rows: powers } = await client.query(
        'select rolname from pg_roles where rolsuper and rolname = session_user',
      )
      client.release(true)
      assert.equal(rows[0].session, rows[0].role)
      assert.deepEqual(powers, [])
    })
  }

  for (const table of [...engineTables, ...auditTables])
    it(`is refused to the application: to write ${table}`, async () => {
      const column = await firstColumn(database, table)
      for (const statement of [
        `insert into ${table} default values`,
        `update ${table} set (${column}) = row(${column})`,
        `delete from ${table}`,
      ])
        await assertRefused(storage.pool, statement, /permission denied for table/)
    })

  it('finds no other table that the engine writes', async () => {
    const { rows } = await database.query<{ table: string }>(
      `select relname as "table" from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and (
         has_table_privilege('openlot_engine', oid, 'insert, update, delete')
         or has_any_column_privilege('openlot_engine', oid, 'insert, update')
       )`,
    )
    assert.deepEqual(rows.map(({ table }) => table).sort(), [...engineTables].sort())
  })

  for (const statement of [
    'select password_hash from users',
    'select * from operators',
    'select * from sessions',
    `update settings set value = '1'`,
    'insert into audit_entries (who, action, subject, details, address) select who, action, subject, details, address from audit_entries',
    'update users set password_hash = null',
    'update last_quotes set bid = 1',
  ])
    it(`is refused to the engine: ${statement}`, async () => {
      await assertRefused(storage.enginePool, statement, /permission denied for table/)
    })

  it('has changed no history', async () => {
    assert.deepEqual(await readHistory(database), history)
  })
})

/** A connection of the pool after every attempt to get more rights. */
async function escaped(pool: Pool) {
  const client = await pool.connect()
  for (const statement of escapes) await client.query(statement).catch(() => undefined)
  return client
}

const insufficientPrivilege = '42501'

async function assertRefused(pool: Pool, attack: string, message = /./): Promise<void> {
  const client = await escaped(pool)
  try {
    await client.query('begin')
    await assert.rejects(client.query(attack), { code: insufficientPrivilege, message })
  } finally {
    // Closes the connection, because the attempts may have changed it.
    client.release(true)
  }
}

/** Rows that would show a change. Triggers are off, because they refuse rows without an account. */
async function insertHistory(url: string): Promise<void> {
  await withOwner(url, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into transfers (id, user_id, book, source, destination, amount, type, reference, seq, created_at)
       values (1, 1, 'real', 'deposits', 'cash', 5, 'deposit', 'one', 1, now())`,
    )
    await owner.query(
      `insert into audit_entries (who, action, subject, details, address)
       values ('an operator', 'test', 'subject', '{}', '127.0.0.1')`,
    )
  })
}

async function readHistory(database: TestDatabase): Promise<unknown> {
  const { rows } = await database.query(
    `select (select json_agg(transfers) from transfers) as transfers,
            (select json_agg(audit_entries) from audit_entries) as audit`,
  )
  return rows
}

async function firstColumn(database: TestDatabase, table: string): Promise<string> {
  const { rows } = await database.query<{ column: string }>(
    `select attname as "column" from pg_attribute 
     where attrelid = $1::regclass and attnum > 0 and attidentity = '' and attgenerated = '' order by attnum limit 1`,
    [table],
  )
  return rows[0]?.column ?? assert.fail()
}
