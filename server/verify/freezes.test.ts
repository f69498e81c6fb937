import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { type BatchRecords, BatchRefused } from '#server/engine/engine-store.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { createCheckpointReader, linesOfCheckpoint } from '#server/verify/checkpoint.ts'
import { createFindings } from '#server/verify/findings.ts'
import { checkFreeze } from '#server/verify/freezes.ts'
import { createReplayedState } from '#server/verify/replayed-state.ts'
import { verify } from '#server/verify/verify.ts'
import type { TestDatabase } from '#test/database.ts'
import { createEngineFixture, demo, orderOf, ticket } from '#test/engine/engine-fixture.ts'
import { createStoreFixture } from '#test/engine/store-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

const tiny = { kind: 'open_order', ticket: { ...ticket, lots: '0.01' } } as const

/** The batches of a day on which an account is frozen and lifted. */
async function frozenDay(operatorId: number): Promise<readonly BatchRecords[]> {
  const batches: BatchRecords[] = []
  let isRefusing = true
  const fixture = await createEngineFixture((store) => ({
    ...store,
    commit: async (lease, batch) => {
      if (isRefusing && batch.orders.some(({ lots }) => lots === 1)) throw new BatchRefused('refused')
      const result = await store.commit(lease, batch)
      batches.push(batch)
      return result
    },
  }))
  orderOf(await fixture.settle(fixture.submit(demo, { kind: 'open_order', ticket })))
  await fixture.settle(fixture.submit(demo, tiny))
  await fixture.settle(turn())
  isRefusing = false
  const [{ atMs: frozenAtMs } = assert.fail()] = fixture.store.tables.freezes
  const lift = { kind: 'lift_freeze', operatorId, reason: 'checked', frozenAtMs } as const
  await fixture.settle(fixture.submit(demo, lift))
  orderOf(await fixture.settle(fixture.submit(demo, tiny)))
  return batches
}

describe('verification of freezes', () => {
  let database: TestDatabase
  let owner: Client
  before(async () => {
    const fixture = await createStoreFixture()
    database = fixture.database
    const { rows } = await database.query<{ id: string }>(
      `insert into operators (email, password_hash, role, created_at)
       values ('owner@example.com', 'none', 'owner', now()) returning id`,
    )
    await database.query(
      `insert into users (id, uid, is_demo, demo_key, created_at) overriding system value
       values ($1, '40000001', true, sha256('demo'), now())`,
      [demo.userId],
    )
    const lease = (await fixture.store.takeLease('day', undefined)) ?? assert.fail()
    for (const batch of await frozenDay(Number(rows[0]?.id)))
      assert.equal(await fixture.store.commit(lease, batch), 'committed')
    owner = new Client({ connectionString: database.url })
    await owner.connect()
    await owner.query('set session_replication_role = replica')
  })
  after(async () => {
    await owner.end()
    await database.drop()
  })
  const clock = { now: () => 2_000_000, elapsed: () => 0 }
  const findings = async () => (await verify({ pool: database.pool, clock })).findings

  it('finds nothing wrong with a freeze that was lifted', async () => {
    const { rows } = await owner.query('select kind from account_freezes order by id')
    assert.deepEqual(rows, [{ kind: 'frozen' }, { kind: 'lifted' }])
    assert.deepEqual(await findings(), [])
  })

  it('continues from a checkpoint after a freeze', async () => {
    const lines: string[] = []
    await verify({
      ...{ pool: database.pool, clock },
      onClean: async (checkpoint) => void lines.push(...linesOfCheckpoint(checkpoint)),
    })
    const reader = createCheckpointReader()
    for (const line of lines) reader.add(line)
    const from = reader.finish()
    assert.equal(from.state.freezes.length, 2)
    assert.deepEqual((await verify({ pool: database.pool, clock, from })).findings, [])
  })

  for (const [what, sql, expected] of [
    ['a changed cause', `update account_freezes set cause = 'quote_failed' where id = 1`, 'other_row'],
    ['a changed reason', `update account_freezes set reason = 'none' where id = 2`, 'other_row'],
    ['another operator', `update account_freezes set operator_id = 77 where id = 2`, 'other_row'],
    ['a missing row', 'delete from account_freezes where id = 2', 'missing_row'],
    [
      'a made-up lift',
      `insert into account_freezes (seq, user_id, kind, operator_id, reason, created_at)
       values (99, 1, 'lifted', 1, 'made up', now())`,
      'extra_row',
    ],
  ] as const)
    it(`finds ${what}`, async () => {
      await owner.query('create table kept as table account_freezes')
      await owner.query(sql)
      const found = await findings()
      await owner.query('delete from account_freezes')
      await owner.query('insert into account_freezes overriding system value select * from kept')
      await owner.query('drop table kept')
      assert.deepEqual(
        found.map(({ kind, table }) => [kind, table]),
        [[expected, 'account_freezes']],
      )
    })
})

describe('a lift in the journal', () => {
  const position = { seq: 9, entry: 1 }
  const cases = [
    ['of the freeze in force', 'decided', 7, []],
    ['of another freeze', 'decided', 6, ['lift_freeze: it names another freeze']],
    ['of another freeze that was refused', 'refused', 6, []],
    ['of an earlier version, which names no freeze', 'decided', undefined, []],
  ] as const

  for (const [what, kind, frozenAtMs, expected] of cases)
    it(`${what} causes ${expected.length === 0 ? 'no' : 'a'} finding`, () => {
      const state = createReplayedState()
      state.frozen.set(1, 7)
      const findings = createFindings()
      const time = frozenAtMs === undefined ? {} : { frozenAtMs }
      const command = { kind: 'lift_freeze', userId: 1, operatorId: 1, reason: 'checked', isFrozen: true }
      checkFreeze(
        { state, findings },
        { command: { ...command, ...time }, outcome: { kind } } as JournalEntry,
        position,
      )
      assert.deepEqual(
        findings.first().map(({ message }) => message),
        expected,
      )
    })
})
