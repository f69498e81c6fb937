import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import {
  buy,
  createEngineFixture,
  demo,
  type EngineFixture,
  gatedLease,
  orderOf,
  other,
  ticket,
} from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

const bothTriggers = [
  ['indexed triggers', createIndexedTriggers],
  ['scan triggers', createScanTriggers],
] as const

function noFaults({ store }: EngineFixture): void {
  assert.deepEqual(store.faults, [])
}

for (const [name, createTriggers] of bothTriggers)
  describe(`a quote, with ${name}`, () => {
    test('that reaches a stop publishes the close after the commit', async () => {
      const fixture = await createEngineFixture(undefined, createTriggers)
      const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
      const { id } = orderOf(await fixture.settle(fixture.submit(demo, stopped)))
      fixture.store.setCommitResult('held')
      fixture.quote(108_000)
      await turn()
      assert.deepEqual(fixture.endedOrders, [])
      fixture.store.release()
      await turn()
      assert.deepEqual(fixture.endedOrders, [id])
      assert.equal(fixture.store.tables.orders.get(id)?.closePrice, 108_000)
    })

    test('of a closed or stale market triggers nothing until the market is open again', async () => {
      const fixture = await createEngineFixture(undefined, createTriggers)
      const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
      const { id } = orderOf(await fixture.settle(fixture.submit(demo, stopped)))
      for (const state of ['stale', 'closed'] as const) {
        fixture.state(state)
        fixture.quote(108_000)
        await turn()
        assert.equal(fixture.store.tables.orders.get(id)?.status, 'open', state)
      }
      fixture.state('open')
      fixture.quote(108_500)
      await turn()
      assert.equal(fixture.store.tables.orders.get(id)?.closePrice, 108_500)
    })

    test('that arrives during a reload is not evaluated, but the next one is', async () => {
      const lease = gatedLease()
      const fixture = await createEngineFixture(lease.wrap, createTriggers)
      const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
      const { id } = orderOf(await fixture.settle(fixture.submit(demo, stopped)))
      lease.close()
      fixture.store.setCommitResult('failed')
      const answer = fixture.submit(other, buy)
      await turn()
      fixture.quote(108_000)
      lease.open()
      await fixture.settle(answer)
      assert.equal(fixture.store.tables.orders.get(id)?.status, 'open')
      fixture.quote(108_500)
      await turn()
      assert.equal(fixture.store.tables.orders.get(id)?.closePrice, 108_500)
    })
  })

for (const [name, createTriggers] of bothTriggers)
  describe(`a quote that triggers many orders, with ${name}`, () => {
    test('is committed in batches of limited size', async () => {
      const sizes: number[] = []
      const fixture = await createEngineFixture(
        (store) => ({
          ...store,
          commit: async (lease, batch) => {
            sizes.push(batch.orders.length + batch.transfers.length)
            return await store.commit(lease, batch)
          },
        }),
        createTriggers,
        { sliceLimits: { ms: 5, rows: 64 } },
      )
      const stopped = {
        kind: 'open_order',
        ticket: { ...ticket, lots: '0.01', stopLoss: '1.09000' },
      } as const
      const owners = Array.from({ length: 300 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
      for (let round = 0; round < 12; round += 1)
        await fixture.settle(Promise.all(owners.map((owner) => fixture.submit(owner, stopped))))
      sizes.length = 0
      fixture.quote(108_000)
      await fixture.settle(fixture.running().engine.stop())
      assert.equal(fixture.store.tables.orders.get(3600)?.endCause, 'stop_loss')
      // An account ends 12 orders with a transfer each, so the third exceeds the limit.
      assert.deepEqual([sizes.length, new Set(sizes)], [owners.length / 3, new Set([3 * 24])])
      noFaults(fixture)
    })

    test('is committed in smaller batches after a failure, until one succeeds', async () => {
      const sizes: number[] = []
      const largestWritten = 40
      const fixture = await createEngineFixture(
        (store) => ({
          ...store,
          commit: async (lease, batch) => {
            const size = batch.orders.length + batch.transfers.length
            sizes.push(size)
            if (size > largestWritten) throw new Error('the statement took too long')
            return await store.commit(lease, batch)
          },
        }),
        createTriggers,
      )
      const owners = Array.from({ length: 400 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
      const answers = await fixture.settle(Promise.all(owners.map((owner) => fixture.submit(owner, buy))))
      assert.deepEqual(new Set(answers.map(({ kind }) => kind)), new Set(['done']))
      // The first command is alone. The limit is half of the failed batch but at least 64, and orders fill half of it.
      assert.deepEqual(sizes.slice(1, 4), [192, 48, 33])
      noFaults(fixture)
    })
  })
