import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  buy,
  createEngineFixture,
  demo,
  type EngineFixture,
  keyed,
  orderOf,
  other,
  ticket,
} from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'
import type { CommitResult } from '#test/trading-day/memory-store.ts'

function versionOf({ store }: EngineFixture, { userId }: { readonly userId: number }): number | undefined {
  return store.tables.accounts.get(userId)?.version
}

test('every decision with effects raises the version of its account by one', async () => {
  const fixture = await createEngineFixture()
  const { id } = orderOf(await fixture.settle(fixture.submit(demo, buy)))
  assert.equal(versionOf(fixture, demo), 2, 'the opening of the account and the order')
  await fixture.settle(fixture.submit(demo, { kind: 'close_order', orderId: id, lots: null }))
  assert.equal(versionOf(fixture, demo), 3)
  assert.equal(versionOf(fixture, other), undefined)
  assert.deepEqual(fixture.store.faults, [])
})

test('several decisions of one batch are counted one by one', async () => {
  const fixture = await createEngineFixture()
  await fixture.settle(fixture.running().engine.openAccount(demo))
  fixture.store.setCommitResult('held')
  const answers = Array.from({ length: 4 }, () => fixture.submit(demo, buy))
  await turn()
  fixture.store.release()
  await fixture.settle(Promise.all(answers))
  assert.equal(versionOf(fixture, demo), 5)
  assert.deepEqual(fixture.store.faults, [])
})

test('a refusal and a repeat leave the version unchanged', async () => {
  const fixture = await createEngineFixture()
  await fixture.settle(fixture.submit(demo, buy, keyed('first')))
  const tooLarge = { kind: 'open_order', ticket: { ...ticket, lots: '80' } } as const
  await fixture.settle(fixture.submit(demo, tooLarge))
  const before = versionOf(fixture, demo)
  assert.equal((await fixture.settle(fixture.submit(demo, tooLarge, keyed('refused')))).kind, 'refused')
  await fixture.settle(fixture.submit(demo, buy, keyed('first')))
  assert.equal(versionOf(fixture, demo), before)
  assert.deepEqual(fixture.store.faults, [])
})

for (const result of ['failed', 'reply_lost', 'written_before_next_lease'] satisfies CommitResult[])
  test(`after a commit that ended as ${result}, versions continue from the stored ones`, async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy))
    fixture.store.setCommitResult(result)
    await fixture.settle(fixture.submit(demo, buy))
    await fixture.settle(fixture.submit(demo, buy))
    assert.equal(versionOf(fixture, demo), 4)
    await fixture.restart()
    fixture.quote(110_000)
    await fixture.settle(fixture.submit(demo, buy))
    assert.equal(versionOf(fixture, demo), 5)
    assert.deepEqual(fixture.store.faults, [])
  })
