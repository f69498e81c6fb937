import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, it } from 'node:test'
import {
  type AuditEntry,
  auditChainStart,
  auditHash,
  type ChainRow,
  readAuditChain,
  readAuditHead,
  readUnchainedEntries,
  recordAudit,
} from '#server/audit/audit.ts'
import { createLog } from '#server/platform/log.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { applyMigration, ensureMigrationsTable } from '#server/storage/migrations/migrations-store.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase, withOwner } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'

const entry: AuditEntry = {
  operatorId: undefined,
  who: 'cli:anna',
  action: 'setting_changed',
  subject: 'setting:invite_required',
  details: { from: '0', to: '1' },
  address: '2001:db8::7',
}

async function readChain({ pool }: Pick<TestDatabase, 'pool'>): Promise<readonly ChainRow[]> {
  const rows: ChainRow[] = []
  for (;;) {
    const afterPosition = rows.at(-1)?.position ?? 0
    const page = await inTransaction(pool, (client) => readAuditChain(client, afterPosition))
    if (page.length === 0) return rows
    rows.push(...page)
  }
}

/** Positions without a gap, every hash as computed here, the head at the end, and every entry in the chain. */
async function assertChained(database: Pick<TestDatabase, 'pool'>): Promise<readonly ChainRow[]> {
  const rows = await readChain(database)
  let hash: Buffer = auditChainStart
  for (const [at, row] of rows.entries()) {
    assert.ok(row.entry)
    hash = auditHash(hash, row.entry)
    assert.deepEqual([row.position, row.hash.toString('hex')], [at + 1, hash.toString('hex')])
  }
  assert.deepEqual(await readAuditHead(database.pool), { position: rows.length, hash: hash.toString('hex') })
  const unchained = await inTransaction(database.pool, readUnchainedEntries)
  assert.deepEqual(unchained, { ids: [], entries: rows.length })
  return rows
}

type PlanNode = {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

/** The most rows that a part of the plan has read. */
function rowsOf(plan: PlanNode): number {
  return Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(rowsOf))
}

describe('the chain of the audit log', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
    await database.query(
      `insert into operators (email, role, password_hash, created_at)
       select 'operator' || n || '@example.com', 'owner', 'none', now() from generate_series(1, 4) n`,
    )
  })
  after(async () => await database.drop())

  it('is empty without entries', async () => {
    assert.deepEqual(await readAuditHead(database.pool), { position: 0, hash: '0'.repeat(64) })
    assert.deepEqual(await assertChained(database), [])
  })

  it('covers every kind of entry', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .map((one) => one.replaceAll('\0', '.'))
    const entries = fc.record({
      operatorId: fc.constantFrom(undefined, 1, 2),
      who: text,
      subject: text,
      address: text,
      details: fc.dictionary(
        text,
        fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
      ),
    })
    await fc.assert(
      fc.asyncProperty(entries, async (given) => await recordAudit(database.pool, { ...entry, ...given })),
      { numRuns: 60 },
    )
    assert.equal((await assertChained(database)).length, 60)
  })

  it('does not depend on the settings of the session', async () => {
    await inTransaction(database.pool, async (client) => {
      await client.query(
        `set local timezone = 'Asia/Kolkata'; set local datestyle = 'German'; set local bytea_output = 'escape';
         set local extra_float_digits = 0; set local intervalstyle = 'iso_8601'; set local search_path = pg_temp`,
      )
      await client.query(
        `insert into public.audit_entries (who, action, subject, details, address)
         values ('cli:ben', 'setting_changed', '', '{"rate": 0.1, "price": 1e300}', '')`,
      )
    })
    await assertChained(database)
  })

  it('has the entries of parallel transactions without a gap, and none of those rolled back', async () => {
    const { length } = await readChain(database)
    // Half of them lock an operator first, half of them last: if the head were locked before the commit, some would
    // wait for each other.
    const write = async (number: number) =>
      await inTransaction(database.pool, async (client) => {
        const lockOperator = async () =>
          await client.query('update operators set is_active = true where id = $1', [1 + (number % 2)])
        if (number % 4 < 2) await lockOperator()
        for (const part of ['one', 'two'])
          await recordAudit(client, { ...entry, subject: `parallel:${number}`, details: { part } })
        await lockOperator()
        if (number % 5 === 0) throw new Error('rolled back')
      })
    const written = await Promise.allSettled(Array.from({ length: 60 }, (_, number) => write(number)))
    const faults = written.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    assert.deepEqual([...new Set(faults)], ['Error: rolled back'])
    assert.equal(faults.length, 12)
    const rows = (await assertChained(database)).slice(length)
    assert.equal(rows.length, 96)
    // The entries of one transaction follow each other.
    for (let at = 0; at < rows.length; at += 2)
      assert.equal(rows[at]?.entry?.subject, rows[at + 1]?.entry?.subject)
  })

  it('is read in pages of a megabyte', async () => {
    const { length } = await readChain(database)
    for (let number = 0; number < 40; number += 1)
      await recordAudit(database.pool, { ...entry, details: { numbers: Array(190).fill(1e300) } })
    const page = await inTransaction(database.pool, (client) => readAuditChain(client, length))
    assert.deepEqual(
      page.map(({ position }) => position - length),
      Array.from({ length: 19 }, (_, at) => at + 1),
    )
    assert.equal((await assertChained(database)).length, length + 40)
  })

  it('lets no statement of the comparison with the entries read more than a page', async () => {
    await database.query(
      `insert into audit_entries (who, action, subject, address)
       select 'anna', 'signed_in', 'operator:' || n, '' from generate_series(1, 2500) n`,
    )
    const { length } = await readChain(database)
    const mostRows: number[] = []
    const { ids, entries } = await inTransaction(database.pool, async (client) => {
      // As the sessions of npm run verify.
      await client.query('set local enable_sort = off')
      const query = async (sql: string, values: readonly unknown[] = []) => {
        const explained = `explain (analyze, format json) ${sql}`
        const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(explained, [
          ...values,
        ])
        mostRows.push(...rows.map((row) => rowsOf(row['QUERY PLAN'][0].Plan)))
        return await client.query(sql, [...values])
      }
      return await readUnchainedEntries({ query } as unknown as typeof client)
    })
    assert.deepEqual([ids, entries], [[], length])
    assert.ok(Math.max(...mostRows) <= 1000, String(mostRows))
  })

  const forbidden = [
    `insert into audit_chain (position, entry_id, hash) values (1000000, 1000000, sha256(''))`,
    'update audit_chain set entry_id = 0',
    'delete from audit_chain',
    'truncate audit_chain',
    'update audit_head set position = 0',
    'delete from audit_head',
    'truncate audit_head',
    'select chain_audit_entry()',
    'alter table audit_entries disable trigger chained',
  ]
  for (const sql of forbidden)
    it(`refuses "${sql}" to the application`, async () => {
      await assert.rejects(database.pool.query(sql), { code: /^(42501|0A000)$/ })
    })

  for (const sql of [
    'update audit_chain set entry_id = 0',
    'delete from audit_chain',
    'truncate audit_chain',
    'delete from audit_head',
    'truncate audit_head',
  ])
    it(`refuses "${sql}" to the owner`, async () => {
      await assert.rejects(database.query(sql), { code: '42501', message: /is append-only/ })
    })

  it('cannot be written to a table of the session instead', async () => {
    const before = await readChain(database)
    // The logins cannot create tables. If they could, the chain would still be safe.
    await database.query(
      `do $$ begin execute format('grant temporary on database %I to openlot_app', current_database()); end $$`,
    )
    await inTransaction(database.pool, async (client) => {
      await client.query(
        'create temp table audit_head (id boolean, position bigint, hash bytea) on commit drop',
      )
      await client.query(
        'create temp table audit_chain (position bigint, entry_id bigint, hash bytea) on commit drop',
      )
      await client.query(`insert into audit_head values (true, 0, sha256(''))`)
      await recordAudit(client, entry)
    })
    assert.equal((await assertChained(database)).length, before.length + 1)
  })

  it('also has an entry whose constraints are checked before the commit', async () => {
    const before = await readChain(database)
    await inTransaction(database.pool, async (client) => {
      await recordAudit(client, entry)
      await client.query('set constraints all immediate')
      await recordAudit(client, entry)
    })
    assert.equal((await assertChained(database)).length, before.length + 2)
  })
})

describe('the migration that chains the audit log', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
    await withOwner(database.url, async (owner) => {
      await owner.query(
        'drop schema public cascade; create schema public; grant usage on schema public to public',
      )
      await ensureMigrationsTable(owner)
      const migrations = readMigrations()
      const end = migrations.findIndex(({ name }) => name.endsWith('-audit-chain'))
      for (const migration of migrations.slice(0, end)) await applyMigration(owner, migration)
      // Gaps between the ids, as transactions that were rolled back leave them.
      await owner.query(
        `insert into audit_entries (id, at, who, action, subject, details, address) overriding system value
         select n * 3, '2026-01-05'::timestamptz + n * interval '1.000001 s', 'anna', 'signed_in', 'operator:' || n,
           jsonb_build_object('n', n, 'of', 'Größe'), '' from generate_series(1, 5000) n;
         select setval(pg_get_serial_sequence('audit_entries', 'id'), 15001)`,
      )
    })
  })
  after(async () => await database.drop())

  it('chains the entries of before in the order of their ids, and later ones after them', async () => {
    const log = createLog('silent')
    const { app } = await prepareDatabase({ owner: urlAddress(database.url), dataDir: tmpdir(), log })
    // The passwords of the logins were lost with the schema.
    const pool = createAppPool(app, log)
    after(async () => await pool.end())
    const rows = await assertChained({ pool })
    assert.deepEqual(
      rows.map(({ entryId }) => entryId),
      Array.from({ length: 5000 }, (_, at) => (at + 1) * 3),
    )
    await recordAudit(pool, entry)
    assert.equal((await assertChained({ pool })).at(-1)?.entry?.who, 'cli:anna')
  })
})
