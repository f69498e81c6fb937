import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Command } from '#core/decision/command.ts'
import type { Order } from '#core/order/order.ts'
import { unpackEntries } from '#server/engine/journal/journal.ts'
import type { Change } from '#server/followers/changes.ts'
import { followPage, type PageParts } from '#server/followers/follow-page.ts'
import { readPosition, registerFollower } from '#server/followers/follower-store.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createFollowedDay, type FollowedDay } from '#test/followers/followed-day.ts'

const everyKind = new Set<Command['kind']>([
  'open_account',
  'open_order',
  'close_order',
  'close_many',
  'reverse_order',
  'amend_order',
  'cancel_order',
  'set_stops',
  'burn_key',
  'reset_demo',
  'deposit',
  'request_withdrawal',
  'void_withdrawal',
  'advance_withdrawal',
  'adjust',
  'judge_tick',
])
const name = 'pages'

describe('a page of a follower', () => {
  let day: FollowedDay

  before(async () => {
    day = await createFollowedDay(3)
    await day.write(day.batches.length)
    // Without a unique constraint, so that a repeated batch is visible.
    await day.database.query(
      'create table applied (seq bigint, entry integer); grant insert on applied to openlot_app',
    )
  })
  beforeEach(async () => {
    await day.database.query('truncate follower_positions, applied')
    await registerFollower(day.database.pool, name, 'beginning')
  })
  after(async () => await day.drop())

  const record: PageParts['apply'] = async (changes, client) => {
    await client.query('insert into applied select * from unnest($1::bigint[], $2::integer[])', [
      changes.map(({ position }) => position.seq),
      changes.map(({ position }) => position.entry),
    ])
  }
  function partsWith(more: Partial<PageParts> = {}): PageParts {
    const { pool } = day.database
    return { pool, timers: systemTimers, name, commands: everyKind, apply: record, onLag() {}, ...more }
  }
  async function applied(): Promise<readonly string[]> {
    const { rows } = await day.database.query<{ at: string }>(
      `select seq || ':' || entry as at from applied order by seq, entry`,
    )
    return rows.map(({ at }) => at)
  }
  function decidedUpTo(seq: number): readonly string[] {
    return day.batches
      .slice(0, seq)
      .flatMap((batch) =>
        unpackEntries(batch.packed).flatMap(({ outcome }, entry) =>
          outcome.kind === 'decided' ? [`${batch.seq}:${entry}`] : [],
        ),
      )
  }
  const position = async () => await readPosition(day.database.pool, name)

  test('applies the changes of its batches and moves the position behind them', async () => {
    const lags: number[] = []
    const last = day.batches.length
    const result = await followPage(partsWith({ onLag: (batches) => void lags.push(batches) }), 0, 10)
    assert.deepEqual(result, { kind: 'moved', seq: 10, lastSeq: last })
    assert.deepEqual([await position(), lags], [10, [last]])
    assert.deepEqual(await applied(), decidedUpTo(10))
    assert.deepEqual(await followPage(partsWith(), 10, last), { kind: 'moved', seq: last, lastSeq: last })
    assert.deepEqual(await followPage(partsWith(), last, 10), {
      kind: 'caught_up',
      seq: last,
      lastSeq: last,
    })
    assert.deepEqual(await applied(), decidedUpTo(last))
  })

  test('contains every order before and after, and every transfer of the ledger', async () => {
    const changes: Change[] = []
    await followPage(partsWith({ apply: async (page) => void changes.push(...page) }), 0, 1000)
    const known = new Map<number, Order>()
    for (const { orders } of changes)
      for (const { before: was, after: is } of orders) {
        assert.deepEqual(was, known.get(is.id), `order ${is.id}`)
        known.set(is.id, is)
      }
    assert.ok(known.size > 10)
    const { rows } = await day.database.query<{ id: string; user_id: string; amount: string }>(
      'select id, user_id, amount from transfers order by id',
    )
    assert.deepEqual(
      changes.flatMap(({ userId, transfers }) => transfers.map(({ id, amount }) => [id, userId, amount])),
      rows.map(({ id, user_id, amount }) => [id, user_id, amount].map(Number)),
    )
    const lastOf = new Map(changes.map((change) => [change.userId, change]))
    const { rows: accounts } = await day.database.query<{ user_id: string; cash: string }>(
      'select user_id, cash from trading_accounts',
    )
    for (const { user_id, cash } of accounts)
      assert.equal(lastOf.get(Number(user_id))?.cash, Number(cash), `user ${user_id}`)
  })

  test('contains every movement in its last state, with user, time and what the user is told', async () => {
    const changes: Change[] = []
    await followPage(partsWith({ apply: async (page) => void changes.push(...page) }), 0, 1000)
    const last = new Map(changes.map((change) => [change.movement?.reference, change]))
    last.delete(undefined)
    const { rows } = await day.database.query<Readonly<Record<string, unknown>>>(
      `select reference, kind, state, amount::float8 as amount, note, payment, user_id::integer as user,
         currency, fee::float8 as fee, (extract(epoch from changed_at) * 1000)::float8 as at
       from movements order by reference`,
    )
    assert.ok(rows.length > 0)
    assert.equal(last.size, rows.length)
    for (const row of rows) {
      const { movement, userId, timeMs } = last.get(String(row['reference'])) ?? assert.fail()
      const { reference, kind, state, amount, note = null, payment = null, terms } = movement ?? assert.fail()
      const told = { reference, kind, state, amount, note, payment, user: userId, at: timeMs }
      assert.deepEqual({ ...told, currency: terms?.currency ?? null, fee: terms?.fee ?? null }, { ...row })
    }
  })

  test('moves past batches without a wanted change', async () => {
    const parts = partsWith({ commands: new Set(['lift_freeze']), apply: () => assert.fail() })
    assert.equal((await followPage(parts, 0, 5)).kind, 'moved')
    assert.equal(await position(), 5)
  })

  test('that cannot be applied leaves neither its rows nor a new position', async () => {
    const apply: PageParts['apply'] = async (changes, client) => {
      await record(changes, client)
      throw new Error('not today')
    }
    await assert.rejects(async () => await followPage(partsWith({ apply }), 0, 10), /not today/)
    assert.deepEqual([await position(), await applied()], [0, []])
    await followPage(partsWith(), 0, 10)
    assert.deepEqual(await applied(), decidedUpTo(10))
  })

  test('is not applied from a position that is not the stored one', async () => {
    await followPage(partsWith(), 0, 10)
    for (const from of [0, 9, 11])
      assert.equal((await followPage(partsWith({ apply: () => assert.fail() }), from, 10)).kind, 'overtaken')
    assert.equal(await position(), 10)
  })

  test('is applied by one of two processes that read it at the same time', async () => {
    const bothRead = Promise.withResolvers<void>()
    let reads = 0
    const onLag = () => {
      reads += 1
      if (reads === 2) bothRead.resolve()
    }
    const apply: PageParts['apply'] = async (changes, client) => {
      await bothRead.promise
      await record(changes, client)
    }
    const parts = partsWith({ onLag, apply })
    const results = await Promise.all([followPage(parts, 0, 10), followPage(parts, 0, 10)])
    assert.deepEqual(results.map(({ kind }) => kind).sort(), ['moved', 'overtaken'])
    assert.deepEqual(await applied(), decidedUpTo(10))
  })

  test('is refused if a batch is missing in the journal', async () => {
    const { query } = day.database
    await query('alter table journal disable trigger all')
    await query('create table kept as select * from journal where seq in (4, 5)')
    try {
      await query('delete from journal where seq = 5')
      await assert.rejects(async () => await followPage(partsWith(), 0, 10), /batch 5 is missing/)
      await query('delete from journal where seq = 4')
      await assert.rejects(async () => await followPage(partsWith(), 3, 1), /batch 4 is missing/)
      await assert.rejects(async () => await followPage(partsWith(), 1000, 1), /ends at batch/)
      assert.equal(await position(), 0)
    } finally {
      await query('insert into journal select * from kept on conflict do nothing; drop table kept')
    }
  })

  test('ends with the batch that reaches the limit of bytes', async () => {
    const { query } = day.database
    // Bytes after the end of the compressed page are ignored.
    const large = `packed || convert_to(repeat('x', 300000), 'utf8')`
    await query('alter table journal disable trigger all')
    await query('create table kept as select * from journal where seq = 3')
    try {
      await query(`update journal set packed = ${large} where seq = 3`)
      const ends: number[] = []
      for (const from of [0, 2, 3]) {
        await query('update follower_positions set seq = $1', [from])
        ends.push((await followPage(partsWith(), from, 10)).seq)
      }
      assert.deepEqual(ends, [3, 3, 13])
    } finally {
      await query(
        'delete from journal where seq = 3; insert into journal select * from kept; drop table kept',
      )
    }
  })
})
