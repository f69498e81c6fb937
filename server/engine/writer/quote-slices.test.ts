import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { sliceLimits } from '#server/engine/writer/quote-slices.ts'
import {
  buy,
  createEngineFixture,
  demo,
  type EngineFixture,
  orderOf,
  other,
  ticket,
} from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

const bothTriggers = [
  ['indexed triggers', createIndexedTriggers],
  ['scan triggers', createScanTriggers],
] as const
const oneAccount = { ms: 0, rows: 1 }

describe('a quote that only causes margin calls', () => {
  const owners = Array.from({ length: 300 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
  const large = { kind: 'open_order', ticket: { ...ticket, lots: '50' } } as const

  test('is divided into bounded batches, and a command of another user is in the next one', async () => {
    const sizes: number[] = []
    const batchesOfOther: number[] = []
    const held = { promise: Promise.resolve() }
    const fixture = await createEngineFixture((store) => ({
      ...store,
      commit: async (lease, batch) => {
        await held.promise
        if (batch.accounts.some(({ userId }) => userId === other.userId)) batchesOfOther.push(sizes.length)
        sizes.push(batch.accounts.length)
        return await store.commit(lease, batch)
      },
    }))
    const placed = await fixture.settle(Promise.all(owners.map((owner) => fixture.submit(owner, large))))
    assert.deepEqual(new Set(placed.map(({ kind }) => kind)), new Set(['done']))
    sizes.length = 0
    const gate = Promise.withResolvers<void>()
    held.promise = gate.promise
    fixture.quote(109_000)
    const answer = fixture.submit(other, buy)
    const runSlices = async () => {
      for (let slices = 0; slices < 50; slices += 1) {
        await turn()
        fixture.time.advance(0)
      }
    }
    await runSlices()
    gate.resolve()
    await runSlices()
    assert.equal((await answer).kind, 'done')
    assert.equal(fixture.store.tables.notices.size, owners.length)
    assert.ok(Math.max(...sizes) <= sliceLimits.rows + 1, `${sizes}`)
    assert.deepEqual(batchesOfOther, [1])
  })
})

test('a batch takes more accounts, the more are deferred', async () => {
  const sizes: number[] = []
  const fixture = await createEngineFixture(
    (store) => ({
      ...store,
      commit: async (lease, batch) => {
        sizes.push(batch.accounts.length)
        return await store.commit(lease, batch)
      },
    }),
    createIndexedTriggers,
    { sliceLimits: { ms: 5, rows: 2 } },
  )
  const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
  const owners = Array.from({ length: 1024 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
  await fixture.settle(Promise.all(owners.map((owner) => fixture.submit(owner, stopped))))
  sizes.length = 0
  fixture.quote(108_000)
  await fixture.settle(fixture.running().engine.stop())
  // An account has two rows. The first is evaluated at once. A batch takes one row for every 128 of the others.
  assert.deepEqual(sizes.slice(0, 3), [1, 4, 4])
  assert.deepEqual(sizes.slice(-3), [1, 1, 1])
  assert.equal(fixture.store.tables.orders.get(owners.length)?.closePrice, 108_000)
})

describe('a quote that reaches the stops of many accounts', () => {
  const owners = Array.from({ length: 12 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
  const lastOrder = owners.length
  const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const

  /** Every owner has an order with a stop loss, ids in the order of the owners. A slice evaluates one account. */
  async function createStopped(createTriggers: CreateTriggers): Promise<EngineFixture> {
    const fixture = await createEngineFixture(undefined, createTriggers, { sliceLimits: oneAccount })
    for (const owner of owners) await fixture.settle(fixture.submit(owner, stopped))
    await fixture.settle(fixture.submit(other, buy))
    return fixture
  }
  async function runSlices({ time }: EngineFixture, count = 3 * owners.length): Promise<void> {
    for (let slices = 0; slices < count; slices += 1) {
      await turn()
      time.advance(0)
    }
    await turn()
  }
  function closePrices({ store }: EngineFixture): readonly unknown[] {
    return owners.map((_, at) => store.tables.orders.get(at + 1)?.closePrice)
  }
  const all = (closePrice: number | null) => owners.map(() => closePrice)

  for (const [name, createTriggers] of bothTriggers) {
    test(`lets a command of another user pass, with ${name}`, async () => {
      const fixture = await createStopped(createTriggers)
      fixture.quote(108_000)
      const answer = fixture.submit(other, { kind: 'close_order', orderId: lastOrder + 1, lots: null })
      await runSlices(fixture, 2)
      assert.equal(orderOf(await answer).closePrice, 108_000)
      const ended = closePrices(fixture).filter((closePrice) => closePrice !== null).length
      assert.ok(ended < owners.length / 2, `${ended} were ended first`)
      await runSlices(fixture)
      assert.deepEqual(closePrices(fixture), all(108_000))
    })

    test(`decides another user's command on the newest price, with ${name}`, async () => {
      const fixture = await createStopped(createTriggers)
      fixture.quote(108_000)
      fixture.quote(109_500)
      const answer = fixture.submit(other, buy)
      await runSlices(fixture, 2)
      assert.equal(orderOf(await answer).openPrice, 109_515)
      await runSlices(fixture)
      assert.deepEqual(closePrices(fixture), all(108_000))
    })

    test(`ends an order before a command of its own user is decided, with ${name}`, async () => {
      const fixture = await createStopped(createTriggers)
      const owner = owners.at(-1) ?? assert.fail()
      fixture.quote(108_000)
      fixture.quote(112_000)
      const answer = fixture.submit(owner, { kind: 'close_order', orderId: lastOrder, lots: null })
      const result = await fixture.settle(answer)
      assert.deepEqual(result, { kind: 'refused', reason: 'order_not_open' })
      assert.equal(fixture.store.tables.orders.get(lastOrder)?.closePrice, 108_000)
      await runSlices(fixture)
      assert.deepEqual(closePrices(fixture), all(108_000))
    })

    for (const [result, what] of [
      ['failed', 'fails'],
      ['reply_lost', 'fails although it was written'],
    ] as const)
      test(`is evaluated no further if a commit ${what}: the next quote counts, with ${name}`, async () => {
        const fixture = await createStopped(createTriggers)
        fixture.store.setCommitResult(result)
        fixture.quote(108_000)
        await runSlices(fixture)
        const written = closePrices(fixture).filter((closePrice) => closePrice !== null)
        assert.deepEqual(written, result === 'failed' ? [] : [108_000])
        const left = owners.length - written.length
        const closed = (closePrice: number | null) => [...written, ...Array(left).fill(closePrice)]
        fixture.quote(109_500)
        await runSlices(fixture)
        assert.deepEqual(closePrices(fixture), closed(null))
        fixture.quote(108_500)
        await runSlices(fixture)
        assert.deepEqual(closePrices(fixture), closed(108_500))
      })

    test(`is finished before the engine stops, with ${name}`, async () => {
      const fixture = await createStopped(createTriggers)
      fixture.quote(108_000)
      await fixture.settle(fixture.running().engine.stop())
      assert.deepEqual([closePrices(fixture), fixture.store.faults], [all(108_000), []])
    })
  }

  test('is finished before the engine stops, although nothing is being written yet', async () => {
    const fixture = await createEngineFixture(undefined, createScanTriggers, { sliceLimits: oneAccount })
    // Evaluated first, without effect.
    await fixture.settle(fixture.submit(other, buy))
    const { id } = orderOf(await fixture.settle(fixture.submit(demo, stopped)))
    fixture.quote(108_000)
    await fixture.settle(fixture.running().engine.stop())
    assert.equal(fixture.store.tables.orders.get(id)?.closePrice, 108_000)
  })
})
