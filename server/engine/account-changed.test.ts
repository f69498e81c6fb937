import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { buy, createEngineFixture, demo, keyed, orderOf, other, real } from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'
import type { CommitResult } from '#test/trading-day/memory-store.ts'

function statuses({ orders }: AccountChanged): readonly (readonly [string | undefined, string])[] {
  return orders.map(({ before, after }) => [before?.status, after.status])
}

test('a change holds balances, orders before and after, transfers and the batch', async () => {
  const fixture = await createEngineFixture()
  await fixture.settle(fixture.running().engine.openAccount(demo))
  const opened: Order = orderOf(await fixture.settle(fixture.submit(demo, buy)))
  const close = { kind: 'close_order', orderId: opened.id, lots: null } as const
  const closed = orderOf(await fixture.settle(fixture.submit(demo, close)))
  const [first, second, third] = fixture.changes
  assert.deepEqual(first?.orders, [])
  assert.deepEqual(second?.orders, [{ before: undefined, after: opened }])
  assert.deepEqual(third?.orders, [{ before: opened, after: closed }])
  const { tables } = fixture.store
  const { cash, locked, isWarned, version } = tables.accounts.get(demo.userId) ?? assert.fail()
  assert.deepEqual(
    { cash: third.cash, locked: third.locked, isWarned: third.isWarned, version: third.version },
    { cash, locked, isWarned, version },
  )
  assert.deepEqual(
    fixture.changes.flatMap(({ transfers }) => transfers),
    tables.transfers.get(demo.userId),
  )
  assert.deepEqual(
    fixture.changes.map(({ position, userId }) => [position.group, position.seq, userId]),
    [1, 2, 3].map((seq) => [0, seq, demo.userId]),
  )
  assert.equal(third.timeMs, fixture.time.clock.now())
})

test('every decision of a batch is published by itself, in order, and only after the commit', async () => {
  const fixture = await createEngineFixture()
  for (const owner of [demo, other]) await fixture.settle(fixture.running().engine.openAccount(owner))
  fixture.store.setCommitResult('held')
  const answers = [demo, other, demo, demo].map((owner) => fixture.submit(owner, buy))
  await turn()
  assert.equal(fixture.changes.length, 2)
  fixture.store.release()
  await fixture.settle(Promise.all(answers))
  assert.deepEqual(
    fixture.changes.slice(2).map(({ userId, version, orders }) => [userId, version, orders[0]?.after.id]),
    [
      [demo.userId, 2, 1],
      [other.userId, 2, 2],
      [demo.userId, 3, 3],
      [demo.userId, 4, 4],
    ],
  )
})

test('a refusal and a repeat publish nothing', async () => {
  const fixture = await createEngineFixture()
  await fixture.settle(fixture.submit(demo, buy, keyed('first')))
  const before = fixture.changes.length
  await fixture.settle(fixture.submit(demo, buy, keyed('first')))
  await fixture.settle(fixture.submit(real, buy))
  assert.deepEqual(
    fixture.changes.slice(before).map(({ userId }) => userId),
    [real.userId],
    'only the opening of the account',
  )
})

test('a partial close names the rest and the closed part, which was never open by itself', async () => {
  const fixture = await createEngineFixture()
  const { id } = orderOf(await fixture.settle(fixture.submit(demo, buy)))
  await fixture.settle(fixture.submit(demo, { kind: 'close_order', orderId: id, lots: '0.04' }))
  const change = fixture.changes.at(-1) ?? assert.fail()
  assert.deepEqual(new Set(statuses(change).map(String)), new Set(['open,open', ',closed']))
  assert.deepEqual(fixture.endedOrders, [])
})

test('a margin call is part of the change that raises it', async () => {
  const fixture = await createEngineFixture()
  const deposit = { kind: 'deposit', amount: micros(130_000_000), reference: 'deposit:1' } as const
  await fixture.settle(fixture.submit(real, deposit))
  assert.equal((await fixture.settle(fixture.submit(real, buy))).kind, 'done')
  fixture.quote(109_700)
  for (let turns = 0; turns < 5; turns += 1) await turn()
  const raised = fixture.changes.filter(({ notice }) => notice !== null)
  assert.deepEqual(
    raised.map(({ isWarned, notice }) => ({ isWarned, ...notice, userId: real.userId })),
    fixture.store.tables.notices.get(real.userId)?.map((notice) => ({ isWarned: true, ...notice })),
  )
  assert.equal(raised.length, 1)
})

for (const result of ['failed', 'reply_lost', 'written_before_next_lease'] satisfies CommitResult[])
  test(`after a commit that ended as ${result}, each change is published once, with its version`, async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy))
    fixture.store.setCommitResult(result)
    await fixture.settle(fixture.submit(demo, buy))
    assert.deepEqual(
      fixture.changes.map(({ version }) => version),
      [1, 2, 3],
    )
  })
