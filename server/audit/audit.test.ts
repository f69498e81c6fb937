import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AuditEntry, readAudit, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const entry: AuditEntry = {
  operatorId: undefined,
  who: 'cli:anna',
  action: 'setting_changed',
  subject: 'setting:invite_required',
  details: { from: '0', to: '1' },
  address: '2001:db8::7',
}

describe('audit log', () => {
  let database: TestDatabase
  let operatorId: number
  before(async () => {
    database = await createTestDatabase()
    const { rows } = await database.query<{ id: string }>(
      `insert into operators (email, role, password_hash, created_at)
       values ('eve@example.com', 'owner', 'none', now()) returning id`,
    )
    operatorId = Number(rows[0]?.id)
  })
  after(async () => await database.drop())

  it('stores an entry with its time', async () => {
    await recordAudit(database.pool, { ...entry, operatorId, who: 'eve@example.com', subject: 'kept' })
    const { entries } = await readAudit(database.pool, { page: 1, pageSize: 1 })
    const [{ id, at, ...stored } = { id: 0, at: undefined }] = entries
    assert.deepEqual(stored, { ...entry, operatorId, who: 'eve@example.com', subject: 'kept' })
    assert.ok(id > 0 && at instanceof Date)
  })

  it('accepts an entry without operator and details', async () => {
    const { details: _, ...plain } = entry
    await recordAudit(database.pool, plain)
    const { entries } = await readAudit(database.pool, { page: 1, pageSize: 1 })
    assert.deepEqual([entries[0]?.operatorId, entries[0]?.details], [undefined, {}])
  })

  it('returns pages newest first, with the total', async () => {
    const before = (await readAudit(database.pool, { page: 1, pageSize: 1 })).total
    for (const subject of ['page:1', 'page:2', 'page:3'])
      await recordAudit(database.pool, { ...entry, subject })
    const subjects = async (page: number) => {
      const read = await readAudit(database.pool, { page, pageSize: 2 })
      assert.equal(read.total, before + 3)
      return read.entries.map(({ subject }) => subject)
    }
    assert.deepEqual(await subjects(1), ['page:3', 'page:2'])
    assert.equal((await subjects(2))[0], 'page:1')
    assert.deepEqual((await readAudit(database.pool, { page: 10_000, pageSize: 20 })).entries, [])
  })

  it('returns at most 100 entries per page', async () => {
    for (let made = 0; made < 101; made += 1) await recordAudit(database.pool, entry)
    assert.equal((await readAudit(database.pool, { page: 1, pageSize: 1000 })).entries.length, 100)
  })

  it('rolls back with its transaction', async () => {
    const failing = inTransaction(database.pool, async (client) => {
      await recordAudit(client, { ...entry, subject: 'undone' })
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    const found = await database.query(`select 1 from audit_entries where subject = 'undone'`)
    assert.equal(found.rowCount, 0)
  })

  it('leaves out details that were too long before the limit', async () => {
    await database.query(
      'alter table audit_entries drop constraint if exists audit_entries_details_text_check',
    )
    await database.query(
      `insert into audit_entries (who, action, subject, details, address)
       select 'eve', 'signed_in', 'long', jsonb_build_object('numbers', jsonb_agg('1e131000'::numeric)), ''
       from generate_series(1, 10)`,
    )
    const { entries } = await readAudit(database.pool, { page: 1, pageSize: 1 })
    assert.deepEqual(
      [entries[0]?.subject, entries[0]?.details],
      ['long', { left_out: 'longer than 65536 bytes' }],
    )
    await database.query(
      `alter table audit_entries add constraint audit_entries_details_text_check
       check (octet_length(details::text) <= 65536) not valid`,
    )
  })

  const invalid: readonly (readonly [string, Partial<AuditEntry>])[] = [
    ['an empty actor', { who: '' }],
    ['a malformed action', { action: 'Drop it' }],
    ['details beyond 8 KiB', { details: { text: 'x'.repeat(9000) } }],
    // A JavaScript number has at most 308 digits, but 5 characters as JSON.
    ['details with more than 64 KiB of text', { details: { numbers: Array(350).fill(1e300) } }],
    ['an unknown operator', { operatorId: 999_999 }],
  ]
  for (const [name, wrong] of invalid) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(recordAudit(database.pool, { ...entry, ...wrong }), /audit_entries/)
    })
  }

  const edits = [
    `update audit_entries set who = 'nobody'`,
    'delete from audit_entries',
    'truncate audit_entries',
    'truncate operators cascade',
  ]
  for (const sql of edits) {
    it(`refuses "${sql}" to the application and the owner`, async () => {
      const before = (await readAudit(database.pool, { page: 1, pageSize: 1 })).total
      await assert.rejects(database.pool.query(sql), { code: '42501', message: /permission denied/ })
      await assert.rejects(database.query(sql), { code: '42501', message: /audit_entries is append-only/ })
      assert.equal((await readAudit(database.pool, { page: 1, pageSize: 1 })).total, before)
      assert.ok(before > 0)
    })
  }
})
