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
  ticket,
} from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

const minuteMs = 60_000
const someKey = keyed('k')

/** The first command is committed, but its response is lost, and the reload waits for the gated lease. */
async function createLostResponse(wrap: (store: EngineStore) => EngineStore = (store) => store) {
  const lease = gatedLease()
  const fixture = await createEngineFixture((store) => wrap(lease.wrap(store)))
  await fixture.settle(fixture.submit(other, buy))
  lease.close()
  fixture.store.setCommitResult('reply_lost')
  const first = fixture.submit(demo, buy, someKey)
  await turn()
  return { fixture, lease, first }
}

/** A store whose outcomes cannot be read after `leave`. */
function unreadableKeys(how: 'fails' | 'hangs') {
  let isAway = false
  return {
    leave() {
      isAway = true
    },
    wrap: (store: EngineStore): EngineStore => ({
      ...store,
      async outcomes(...args) {
        if (!isAway) return await store.outcomes(...args)
        if (how === 'hangs') return await new Promise<never>(() => undefined)
        throw new Error('away')
      },
    }),
  }
}

describe('a repeated command', () => {
  test('is not executed twice after a long outage of the database', async () => {
    const { fixture, lease, first } = await createLostResponse()
    fixture.time.advance(11 * minuteMs)
    assert.equal((await first).kind, 'unknown')
    const repeat = fixture.submit(demo, buy, someKey)
    await turn()
    lease.open()
    assert.equal(orderOf(await fixture.settle(repeat)).id, 2)
    assert.equal(fixture.store.tables.orders.size, 2)
  })

  test('is not executed twice if the clock is set forward while it waits', async () => {
    const { fixture, lease, first } = await createLostResponse()
    const repeat = fixture.submit(demo, buy, someKey)
    await turn()
    const clock = fixture.time.clock as { now: () => number }
    const before = clock.now
    clock.now = () => before() + 11 * minuteMs
    lease.open()
    assert.deepEqual(await fixture.settle(repeat), await fixture.settle(first))
    assert.equal(fixture.store.tables.orders.size, 2)
  })

  test('that is not decided in time gets unknown, not busy', async () => {
    const { fixture, first } = await createLostResponse()
    const repeat = fixture.submit(demo, buy, someKey)
    await turn()
    fixture.time.advance(5000)
    assert.deepEqual([(await first).kind, (await repeat).kind], ['unknown', 'unknown'])
    assert.equal(fixture.store.tables.orders.size, 2)
  })

  test('gets unknown, not busy, while an earlier call waits that may still be decided', async () => {
    const { fixture, lease } = await createLostResponse()
    const { engine } = fixture.running()
    const earlier = fixture.submit(demo, buy, keyed('waiting'))
    await turn()
    assert.ok(engine.mayHaveUsed(demo.userId, 'waiting'))
    // It has waited elsewhere for four of its five seconds.
    const repeat = engine.submit(demo, buy, keyed('waiting'), 4000)
    await turn()
    fixture.time.advance(1000)
    assert.equal((await repeat).kind, 'unknown')
    lease.open()
    assert.equal(orderOf(await fixture.settle(earlier)).id, 3)
    assert.ok(!engine.mayHaveUsed(demo.userId, 'another'))
  })

  for (const how of ['fails', 'hangs'] as const) {
    test(`gets unknown if reading its key ${how}`, async () => {
      const keys = unreadableKeys(how)
      const fixture = await createEngineFixture(keys.wrap)
      await fixture.settle(fixture.submit(demo, buy, someKey))
      keys.leave()
      assert.equal((await fixture.settle(fixture.submit(demo, buy, someKey))).kind, 'unknown')
      fixture.time.advance(11 * minuteMs)
      assert.equal((await fixture.settle(fixture.submit(demo, buy, someKey))).kind, 'unknown')
      assert.equal(fixture.store.tables.orders.size, 1)
    })
  }

  test('with another fingerprint is a mismatch, even if its key cannot be read', async () => {
    const keys = unreadableKeys('fails')
    const fixture = await createEngineFixture(keys.wrap)
    await fixture.settle(fixture.submit(demo, buy, someKey))
    keys.leave()
    assert.equal(
      (await fixture.settle(fixture.submit(demo, buy, keyed('k', 'b'.repeat(64))))).kind,
      'mismatch',
    )
  })

  test('is answered within five seconds, waiting and reading included', async () => {
    const keys = unreadableKeys('hangs')
    const { fixture, lease, first } = await createLostResponse(keys.wrap)
    const repeat = fixture.submit(demo, buy, someKey)
    await turn()
    fixture.time.advance(4900)
    keys.leave()
    lease.open()
    assert.equal(orderOf(await fixture.settle(first)).id, 2)
    const results: string[] = []
    void repeat.then(({ kind }) => results.push(kind))
    for (let turns = 0; turns < 20; turns += 1) await turn()
    assert.deepEqual(results, [])
    fixture.time.advance(100)
    await turn()
    assert.deepEqual(results, ['unknown'])
  })

  test('gets unknown if its order cannot be looked up', async () => {
    const fixture = await createEngineFixture((store) => ({
      ...store,
      ownedOrderIds: async () => {
        throw new Error('away')
      },
    }))
    const { id } = orderOf(await fixture.settle(fixture.submit(demo, buy)))
    fixture.store.setCommitResult('held')
    const close = { kind: 'close_order', orderId: id, lots: '0.10' } as const
    const first = fixture.submit(demo, close, someKey)
    await turn()
    const repeat = fixture.submit(demo, close, someKey)
    assert.equal((await fixture.settle(repeat)).kind, 'unknown')
    fixture.store.release()
    assert.equal((await fixture.settle(first)).kind, 'done')
  })
})

describe('an idempotency key', () => {
  test('sent a hundred times at once opens one order and gives the same result each time', async () => {
    const fixture = await createEngineFixture()
    const answers = Array.from({ length: 100 }, () => fixture.submit(demo, buy, keyed('once')))
    const [first, ...rest] = await fixture.settle(Promise.all(answers))
    assert.ok(first)
    assert.equal(orderOf(first).id, 1)
    for (const again of rest) assert.deepEqual(again, first)
    assert.equal(fixture.store.tables.orders.size, 1)
    assert.deepEqual(fixture.store.faults, [])
  })

  test('gives the first outcome again, even after a restart and after its cache entry expired', async () => {
    const fixture = await createEngineFixture()
    const done = await fixture.settle(fixture.submit(demo, buy, keyed('order')))
    const wrong = { kind: 'open_order', ticket: { ...ticket, lots: '100' } } as const
    const refused = await fixture.settle(fixture.submit(demo, wrong, keyed('refusal')))
    for (const pass of ['in memory', 'restarted', 'older than memory']) {
      if (pass === 'restarted') await fixture.restart()
      if (pass === 'older than memory') {
        fixture.time.advance(11 * 60_000)
        await fixture.settle(fixture.running().engine.sweep())
      }
      assert.deepEqual(await fixture.settle(fixture.submit(demo, buy, keyed('order'))), done, pass)
      assert.deepEqual(await fixture.settle(fixture.submit(demo, wrong, keyed('refusal'))), refused, pass)
    }
    assert.equal(fixture.store.tables.orders.size, 1)
  })

  test('whose cache entry expires while a repeat waits is not executed twice', async () => {
    const lease = gatedLease()
    const fixture = await createEngineFixture(lease.wrap)
    const first = await fixture.settle(fixture.submit(demo, buy, keyed('old')))
    // The key is still cached when the repeat arrives, but has expired when the reload ends.
    fixture.time.advance(599_900)
    lease.close()
    fixture.store.setCommitResult('failed')
    const otherOrder = fixture.submit(other, buy)
    await turn()
    const repeat = fixture.submit(demo, buy, keyed('old'))
    await turn()
    fixture.time.advance(1000)
    lease.open()
    assert.deepEqual(await fixture.settle(repeat), first)
    await fixture.settle(otherOrder)
    assert.equal(fixture.store.tables.orders.size, 2)
  })

  for (const isReadable of [true, false])
    test(`that is found on disk while a repeat waits gives ${isReadable ? 'the first outcome' : 'unknown if it cannot be read'}`, async () => {
      const lease = gatedLease()
      let reads = 0
      const fixture = await createEngineFixture((store) => ({
        ...lease.wrap(store),
        async outcomes(...args) {
          reads += 1
          if (!isReadable) throw new Error('away')
          return await store.outcomes(...args)
        },
      }))
      await fixture.settle(fixture.submit(other, buy))
      lease.close()
      fixture.store.setCommitResult('reply_lost')
      const first = fixture.submit(demo, buy, keyed('k'))
      await turn()
      const repeat = fixture.submit(demo, buy, keyed('k'))
      await turn()
      const readBefore = reads
      lease.open()
      const done = await fixture.settle(first)
      assert.deepEqual(await fixture.settle(repeat), isReadable ? done : { kind: 'unknown' })
      assert.deepEqual([readBefore, reads], [0, 1])
      assert.equal(fixture.store.tables.orders.size, 2)
    })

  test('can be used again after a day', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy, keyed('daily')))
    fixture.time.advance(24 * 3600_000 + 1)
    await fixture.settle(fixture.running().engine.sweep())
    assert.equal(fixture.store.tables.outcomes.size, 0)
    assert.equal(orderOf(await fixture.settle(fixture.submit(demo, buy, keyed('daily')))).id, 2)
  })

  test('can be used again after a refusal of invalid input', async () => {
    const fixture = await createEngineFixture()
    const wrong = { kind: 'open_order', ticket: { ...ticket, lots: 'ten' } } as const
    const refused = await fixture.settle(fixture.submit(demo, wrong, keyed('corrected', 'b'.repeat(64))))
    assert.ok(refused.kind === 'refused' && refused.reason === 'invalid_lots')
    assert.equal(orderOf(await fixture.settle(fixture.submit(demo, buy, keyed('corrected')))).id, 1)
  })

  test('with another fingerprint is a mismatch, cached or on disk, but not for another user', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy, keyed('mine')))
    const different = keyed('mine', 'b'.repeat(64))
    assert.equal((await fixture.settle(fixture.submit(demo, buy, different))).kind, 'mismatch')
    fixture.time.advance(11 * 60_000)
    await fixture.settle(fixture.running().engine.sweep())
    assert.equal((await fixture.settle(fixture.submit(demo, buy, different))).kind, 'mismatch')
    assert.equal((await fixture.settle(fixture.submit(other, buy, different))).kind, 'done')
  })
})
