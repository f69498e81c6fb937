import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AuditEntry, readAuditHead, recordAudit } from '#server/audit/audit.ts'
import type { Finding } from '#server/verify/findings.ts'
import { type Report, summaryOf, verify } from '#server/verify/verify.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import type { Query } from '#test/verify/history.ts'
import { rehashAudit, whileAuditRewritten } from '#test/verify/rewrite-audit.ts'

const entry: AuditEntry = {
  operatorId: undefined,
  who: 'eve@example.com',
  action: 'identity_approved',
  subject: 'identity_check:12',
  address: '192.0.2.7',
}
/** More than one page of the chain. */
const entries = 450

let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
  for (let number = 1; number <= entries; number += 1)
    await recordAudit(database.pool, { ...entry, subject: `identity_check:${number}`, details: { number } })
})

after(async () => await database.drop())

const clock = { now: () => 0, elapsed: () => 0 }
const verifyDatabase = async () => await verify({ pool: database.pool, clock })
const rewritten = async (rewrite: (query: Query) => Promise<unknown>): Promise<Report> =>
  await whileAuditRewritten(database, rewrite, verifyDatabase)

test('an audit log that was not changed has no findings and is in the summary', async () => {
  const report = await verifyDatabase()
  assert.deepEqual(report.findings, [])
  const head = await readAuditHead(database.pool)
  assert.deepEqual([report.audit, head?.position], [head, entries])
  assert.ok(summaryOf(report).includes(`audit log    450 entries, last 450:${head?.hash}`))
})

type Found = Pick<Finding, 'table' | 'row' | 'message'>
type Case = readonly [name: string, sql: readonly string[], found: readonly Found[]]

const wrongHash = (position: number, entryId = position): Found => ({
  table: 'audit_chain',
  row: position,
  message: `is not the hash of the previous hash and entry ${entryId}`,
})
const tooLarge = (position: number): Found => ({
  table: 'audit_chain',
  row: position,
  message: `its entry ${position} is larger than 73728 bytes, so its hash was not checked`,
})
const wrongHead: Found = {
  table: 'audit_head',
  row: undefined,
  message: 'is not the last row of the chain',
}

/** `where id = 7` changes one entry of the first page. */
const cases: readonly Case[] = [
  ...[
    `who = 'ann@example.com'`,
    `action = 'identity_refused'`,
    `subject = 'identity_check:8'`,
    `details = '{"number": 8}'`,
    `address = ''`,
    `at = at + interval '1 microsecond'`,
    `at = 'infinity'`,
    'operator_id = 1',
  ].map((change): Case => [`${change}`, [`update audit_entries set ${change} where id = 7`], [wrongHash(7)]]),
  [
    'text moved from one column to the next',
    [`update audit_entries set who = who || 'x', action = substring(action from 2) where id = 7`],
    [wrongHash(7)],
  ],
  [
    'details whose text is many times longer than their stored form',
    [
      'alter table audit_entries drop constraint if exists audit_entries_details_text_check',
      `update audit_entries set details = (select jsonb_agg('1e131000'::numeric) from generate_series(1, 400))
       where id in (7, 8)`,
    ],
    [tooLarge(7), tooLarge(8)],
  ],
  [
    'two entries swapped',
    [
      `update audit_entries one set (at, subject, details) = (select at, subject, details from audit_entries other
       where other.id = 461 - one.id) where id in (230, 231)`,
    ],
    [wrongHash(230), wrongHash(231)],
  ],
  [
    'two rows of the chain swapped',
    [
      'update audit_chain set entry_id = -1 where position = 7',
      'update audit_chain set entry_id = 7 where position = 8',
      'update audit_chain set entry_id = 8 where position = 7',
    ],
    [wrongHash(7, 8), wrongHash(8, 7)],
  ],
  [
    'an entry deleted',
    ['delete from audit_entries where id = 300'],
    [{ table: 'audit_chain', row: 300, message: 'its entry 300 was deleted' }],
  ],
  [
    'an entry deleted with its row of the chain',
    ['delete from audit_entries where id = 300', 'delete from audit_chain where entry_id = 300'],
    [{ table: 'audit_chain', row: 300, message: 'is missing' }],
  ],
  [
    'the last entries deleted with their rows of the chain',
    ['delete from audit_entries where id > 440', 'delete from audit_chain where entry_id > 440'],
    [wrongHead],
  ],
  [
    'several rows of the chain deleted',
    ['delete from audit_entries where id in (10, 11)', 'delete from audit_chain where position in (10, 11)'],
    [{ table: 'audit_chain', row: 10, message: 'and all up to 11 are missing' }],
  ],
  [
    'an entry added without the trigger',
    [
      `insert into audit_entries (id, who, action, subject, address) overriding system value
       values (1000, 'eve', 'signed_in', '', '')`,
    ],
    [{ table: 'audit_entries', row: 1000, message: 'is not in the chain: it was added past it' }],
  ],
  [
    'an entry added with a row of the chain that has a wrong hash',
    [
      `insert into audit_entries (id, who, action, subject, address) overriding system value
       values (1000, 'eve', 'signed_in', '', '')`,
      `insert into audit_chain values (451, 1000, sha256('x'))`,
      `update audit_head set position = 451, hash = sha256('x')`,
    ],
    [wrongHash(451, 1000)],
  ],
  [
    'the hash of a row of the chain',
    [`update audit_chain set hash = sha256('') where position = 7`],
    [wrongHash(7), wrongHash(8)],
  ],
  ['the hash of the head', [`update audit_head set hash = sha256('')`], [wrongHead]],
  ['the position of the head', ['update audit_head set position = 449'], [wrongHead]],
  ['the head deleted', ['delete from audit_head'], [wrongHead]],
  [
    'an entry chained before the first position',
    [
      'alter table audit_chain drop constraint audit_chain_position_check',
      'update audit_chain set position = 0 where position = 450',
      'update audit_head set (position, hash) = (select position, hash from audit_chain where position = 449)',
    ],
    [{ table: 'audit_chain', row: undefined, message: 'does not have one row for each entry' }],
  ],
]

describe('a changed audit log is found in the right place', () => {
  for (const [name, statements, found] of cases)
    test(name, async () => {
      const { findings } = await rewritten(async (query) => {
        for (const sql of statements) await query(sql)
      })
      assert.deepEqual(
        findings.map(({ kind, table, row, message }) => ({ kind, table, row, message })),
        found.map((one) => ({ kind: 'audit', ...one })),
      )
    })

  test('leaves the restored log without findings', async () => {
    assert.deepEqual((await verifyDatabase()).findings, [])
  })
})

test('an entry rewritten with all hashes after it is not found by the chain alone', async () => {
  const { findings } = await rewritten(async (query) => {
    await query(`update audit_entries set who = 'ann@example.com' where id = 7`)
    await rehashAudit(query, database)
  })
  assert.deepEqual(findings, [])
})
