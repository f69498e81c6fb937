import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EngineStore } from '#server/engine/engine-store.ts'
import {
  buy,
  createEngineFixture,
  demo,
  gatedLease,
  keyed,
  orderOf,
  other,
} from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/start-engine.ts'

const minuteMs = 60_000
const someKey = keyed('k')

/** Written, but nobody hears of it, and nothing can be read until the lease is open again. */
async function openUnheard(wrap: (store: EngineStore) => EngineStore = (store) => store) {
  const lease = gatedLease()
  const stage = await createEngineFixture((store) => wrap(lease.wrap(store)))
  await stage.settle(stage.submit(other, buy))
  lease.shut()
  stage.store.setFate('unheard')
  const first = stage.submit(demo, buy, someKey)
  await turn()
  return { stage, lease, first }
}

/** A store whose keys can be read until they cannot. */
function unreadableKeys(how: 'fails' | 'hangs') {
  let isAway = false
  return {
    leave() {
      isAway = true
    },
    wrap: (store: EngineStore): EngineStore => ({
      ...store,
      async outcomes(...asked) {
        if (!isAway) return await store.outcomes(...asked)
        if (how === 'hangs') return await new Promise<never>(() => undefined)
        throw new Error('away')
      },
    }),
  }
}

describe('a repeat', () => {
  test('that comes when the database was away for long is not done twice', async () => {
    const { stage, lease, first } = await openUnheard()
    stage.time.advance(11 * minuteMs)
    assert.equal((await first).kind, 'unknown')
    const repeat = stage.submit(demo, buy, someKey)
    await turn()
    lease.open()
    assert.equal(orderOf(await stage.settle(repeat)).id, 2)
    assert.equal(stage.store.tables.orders.size, 2)
  })

  test('that waits while the clock is set forward is not done twice', async () => {
    const { stage, lease, first } = await openUnheard()
    const repeat = stage.submit(demo, buy, someKey)
    await turn()
    const clock = stage.time.clock as { now: () => number }
    const before = clock.now
    clock.now = () => before() + 11 * minuteMs
    lease.open()
    assert.deepEqual(await stage.settle(repeat), await stage.settle(first))
    assert.equal(stage.store.tables.orders.size, 2)
  })

  test('that was not decided in time does not hear that nothing was done', async () => {
    const { stage, first } = await openUnheard()
    const repeat = stage.submit(demo, buy, someKey)
    await turn()
    stage.time.advance(5000)
    assert.deepEqual([(await first).kind, (await repeat).kind], ['unknown', 'unknown'])
    assert.equal(stage.store.tables.orders.size, 2)
  })

  for (const how of ['fails', 'hangs'] as const) {
    test(`whose key cannot be read (it ${how}) does not hear that nothing was done`, async () => {
      const keys = unreadableKeys(how)
      const stage = await createEngineFixture(keys.wrap)
      await stage.settle(stage.submit(demo, buy, someKey))
      keys.leave()
      assert.equal((await stage.settle(stage.submit(demo, buy, someKey))).kind, 'unknown')
      stage.time.advance(11 * minuteMs)
      assert.equal((await stage.settle(stage.submit(demo, buy, someKey))).kind, 'unknown')
      assert.equal(stage.store.tables.orders.size, 1)
    })
  }

  test('of something else under the key is a mismatch, also where nothing can be read', async () => {
    const keys = unreadableKeys('fails')
    const stage = await createEngineFixture(keys.wrap)
    await stage.settle(stage.submit(demo, buy, someKey))
    keys.leave()
    assert.equal((await stage.settle(stage.submit(demo, buy, keyed('k', 'b'.repeat(64))))).kind, 'mismatch')
  })

  test('is answered within five seconds in all, also where it waits first and reads then', async () => {
    const keys = unreadableKeys('hangs')
    const { stage, lease, first } = await openUnheard(keys.wrap)
    const repeat = stage.submit(demo, buy, someKey)
    await turn()
    stage.time.advance(4900)
    keys.leave()
    lease.open()
    assert.equal(orderOf(await stage.settle(first)).id, 2)
    const heard: string[] = []
    void repeat.then(({ kind }) => heard.push(kind))
    for (let turns = 0; turns < 20; turns += 1) await turn()
    assert.deepEqual(heard, [])
    stage.time.advance(100)
    await turn()
    assert.deepEqual(heard, ['unknown'])
  })

  test('of a close whose order cannot be looked up does not hear that nothing was done', async () => {
    const stage = await createEngineFixture((store) => ({
      ...store,
      ownedOrderIds: async () => {
        throw new Error('away')
      },
    }))
    const { id } = orderOf(await stage.settle(stage.submit(demo, buy)))
    stage.store.setFate('held')
    const close = { kind: 'close_order', orderId: id, lots: '0.10' } as const
    const first = stage.submit(demo, close, someKey)
    await turn()
    const repeat = stage.submit(demo, close, someKey)
    assert.equal((await stage.settle(repeat)).kind, 'unknown')
    stage.store.letGo()
    assert.equal((await stage.settle(first)).kind, 'done')
  })
})
