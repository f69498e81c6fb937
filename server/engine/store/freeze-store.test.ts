import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FreezeRecord } from '#server/engine/engine-store.ts'
import { countFreezes, readFreezes } from '#server/engine/store/freeze-store.ts'
import { insertUsers } from '#test/engine/insert-users.ts'
import { placedAtMs } from '#test/engine/sample-orders.ts'
import {
  accountOf,
  createBatchWriter,
  createStoreFixture,
  type StoreFixture,
} from '#test/engine/store-fixture.ts'

const all = { limit: 100, offset: 0 }

describe('the freezes in the database', () => {
  let fixture: StoreFixture
  /** The demo account was frozen first and never lifted, `once` was lifted, `again` is frozen for the second time. */
  let demo: number
  let once: number
  let again: number
  before(async () => {
    fixture = await createStoreFixture()
    const { database, store } = fixture
    const [first = 0, second = 0, healthy = 0] = await insertUsers(database, 3)
    const [demoUser = 0] = await insertUsers(database, 1, 'demo')
    ;[demo, once, again] = [demoUser, first, second]
    const { rows } = await database.query<{ id: string }>(
      `insert into operators (email, password_hash, role, created_at)
       values ('owner@example.com', 'none', 'owner', now()) returning id`,
    )
    const operatorId = Number(rows[0]?.id)
    const writer = await createBatchWriter(store)
    const accounts = [accountOf(demo, { book: 'demo' }), ...[once, again, healthy].map((id) => accountOf(id))]
    await writer.commit({ accounts })
    const frozen = (
      userId: number,
      minute: number,
      cause: 'command_failed' | 'quote_failed',
    ): FreezeRecord => ({
      ...{ kind: 'frozen', userId, cause, detail: `Error: ${cause}`, atMs: placedAtMs + minute * 60_000 },
    })
    const lifted = (userId: number, minute: number, reason: string): FreezeRecord => ({
      ...{ kind: 'lifted', userId, operatorId, reason, atMs: placedAtMs + minute * 60_000 },
    })
    for (const freeze of [
      frozen(demo, 1, 'quote_failed'),
      frozen(again, 2, 'command_failed'),
      frozen(once, 3, 'command_failed'),
      lifted(once, 4, 'fixed'),
      lifted(again, 5, 'fixed as well'),
      frozen(again, 6, 'quote_failed'),
    ])
      await writer.commit({ freezes: [freeze] })
  })
  after(async () => await fixture.database.drop())

  const minuteOf = (at: Date | undefined) => at && (at.getTime() - placedAtMs) / 60_000

  it('list the accounts frozen now with their cause, the oldest freeze first', async () => {
    const listed = await readFreezes(fixture.database.pool, 'frozen', all)
    assert.deepEqual(
      listed.map(({ userId, isDemo, cause, detail, frozenAt, lift }) => [
        ...[userId, isDemo, cause, detail, minuteOf(frozenAt), lift],
      ]),
      [
        [demo, true, 'quote_failed', 'Error: quote_failed', 1, undefined],
        [again, false, 'quote_failed', 'Error: quote_failed', 6, undefined],
      ],
    )
    const { rows } = await fixture.database.query('select uid from users where id = $1', [demo])
    assert.deepEqual(rows, [{ uid: listed[0]?.uid }])
  })

  it('list the lifted freezes with operator and reason, the last lift first', async () => {
    const listed = await readFreezes(fixture.database.pool, 'lifted', all)
    assert.deepEqual(
      listed.map(({ userId, cause, frozenAt, lift }) => [
        ...[userId, cause, minuteOf(frozenAt), minuteOf(lift?.at), lift?.by, lift?.reason],
      ]),
      [
        [again, 'command_failed', 2, 5, 'owner@example.com', 'fixed as well'],
        [once, 'command_failed', 3, 4, 'owner@example.com', 'fixed'],
      ],
    )
  })

  it('are counted and read in pages', async () => {
    const { pool } = fixture.database
    const usersOf = async (state: 'frozen' | 'lifted', offset: number) =>
      (await readFreezes(pool, state, { limit: 1, offset })).map(({ userId }) => userId)
    assert.deepEqual([await countFreezes(pool, 'frozen'), await countFreezes(pool, 'lifted')], [2, 2])
    assert.deepEqual([await usersOf('frozen', 0), await usersOf('frozen', 1)], [[demo], [again]])
    assert.deepEqual([await usersOf('lifted', 1), await usersOf('lifted', 2)], [[once], []])
  })
})
