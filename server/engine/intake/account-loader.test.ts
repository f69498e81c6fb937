import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import { createAccountLoader } from '#server/engine/intake/account-loader.ts'
import { createAccountState } from '#server/engine/state/account-state.ts'
import {
  buy,
  createEngineFixture,
  demo,
  type EngineFixture,
  gatedLease,
  orderOf,
  other,
} from '#test/engine/engine-fixture.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { accountOf } from '#test/engine/store-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'
import type { MemoryStore } from '#test/trading-day/memory-store.ts'

const minuteMs = 60_000

/** A store that records which accounts are read, and can delay or fail the reads. */
function observedStore() {
  const reads: (readonly number[])[] = []
  const control: { gate: Promise<void> | undefined; isAway: boolean } = { gate: undefined, isAway: false }
  const wrap = (store: MemoryStore) => ({
    ...store,
    accounts: async (userIds: readonly number[]) => {
      reads.push(userIds)
      const found = await store.accounts(userIds)
      await control.gate
      if (control.isAway) throw new Error('away')
      return found
    },
  })
  return { reads, control, wrap }
}

async function sweepAfter(fixture: EngineFixture, minutes: number): Promise<void> {
  fixture.time.advance(minutes * minuteMs)
  await fixture.settle(fixture.running().engine.sweep())
}

/** An account that has traded, has no orders, and is not in memory. */
async function createUnloaded() {
  const observed = observedStore()
  const fixture = await createEngineFixture(observed.wrap)
  const { id } = orderOf(await fixture.settle(fixture.submit(demo, buy)))
  await fixture.settle(fixture.submit(demo, { kind: 'close_order', orderId: id, lots: null }))
  await sweepAfter(fixture, 11)
  observed.reads.length = 0
  return { fixture, ...observed }
}

describe('an account without orders', () => {
  test('is unloaded when idle, and loaded once for all commands that need it', async () => {
    const { fixture, reads } = await createUnloaded()
    const results = await fixture.settle(Promise.all([1, 2, 3].map(() => fixture.submit(demo, buy))))
    assert.deepEqual(
      results.map(orderOf).map(({ id }) => id),
      [2, 3, 4],
    )
    assert.deepEqual(reads, [[demo.userId]])
    assert.deepEqual(fixture.store.faults, [])
  })

  test('is not read at the start, but when it is used', async () => {
    const { fixture, reads } = await createUnloaded()
    await fixture.restart()
    assert.deepEqual(reads, [])
    assert.equal((await fixture.settle(fixture.submit(demo, { kind: 'reset_demo' }))).kind, 'done')
    assert.deepEqual(reads, [[demo.userId]])
    assert.deepEqual(fixture.store.faults, [])
  })

  test('gives an answer from disk without being opened again', async () => {
    const { fixture, reads } = await createUnloaded()
    await fixture.settle(fixture.running().engine.openAccount(demo))
    assert.deepEqual(reads, [[demo.userId]])
    assert.equal(
      fixture.store.tables.transfers.get(demo.userId)?.filter(({ type }) => type === 'demo').length,
      1,
    )
  })

  test('has a key burned only after it is loaded', async () => {
    const { fixture } = await createUnloaded()
    const seenAtMs = fixture.time.clock.now()
    const outcome = fixture.running().engine.outcomeOf(demo, 'lost', seenAtMs)
    assert.deepEqual(await fixture.settle(outcome), { kind: 'never' })
    assert.deepEqual(fixture.store.faults, [])
    assert.equal(fixture.store.tables.accounts.get(demo.userId)?.version, 3)
  })

  test('that cannot be read gives busy, and the next command reads it again', async () => {
    const { fixture, control } = await createUnloaded()
    control.isAway = true
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'busy')
    control.isAway = false
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
  })

  test('that is opened while it is being read is not replaced', async () => {
    const accounts = createAccountState()
    const gate = Promise.withResolvers<void>()
    const stale = { ...accountOf(demo.userId), hasOrders: false }
    const store = { accounts: () => gate.promise.then(() => [stale]) }
    const loading = createAccountLoader({ store, accounts }).load(demo.userId)
    accounts.addAccount(accountOf(demo.userId, { cash: micros(7) }))
    gate.resolve()
    await loading
    assert.equal(accounts.get(demo.userId)?.cash, 7)
  })

  test('with orders on disk that should be in memory is not loaded', async () => {
    const accounts = createAccountState()
    const store = { accounts: async () => [{ ...accountOf(demo.userId), hasOrders: true }] }
    await assert.rejects(createAccountLoader({ store, accounts }).load(demo.userId), /should be in memory/)
    assert.ok(!accounts.has(demo.userId))
  })
})

test('idle accounts are unloaded, however many accounts have orders', () => {
  const accounts = createAccountState()
  const traders = Array.from({ length: 25_000 }, (_, at) => at + 10)
  for (const userId of traders) {
    accounts.addAccount(accountOf(userId))
    accounts.addOrder(openOrder({ id: userId, userId }))
  }
  const idle = [1, 2, 3]
  for (const userId of idle) accounts.addAccount(accountOf(userId))
  accounts.unloadIdle(1, (userId) => userId === 2)
  assert.deepEqual(
    idle.filter((userId) => accounts.has(userId)),
    [2],
  )
  assert.equal(accounts.size(), traders.length + 1)
})

describe('an account is not unloaded', () => {
  test('while it has orders', async () => {
    const { reads, wrap } = observedStore()
    const fixture = await createEngineFixture(wrap)
    await fixture.settle(fixture.submit(demo, buy))
    reads.length = 0
    await sweepAfter(fixture, 60)
    await fixture.settle(fixture.submit(demo, buy))
    assert.deepEqual(reads, [])
  })

  test('within ten minutes of its last change', async () => {
    const { fixture, reads } = await createUnloaded()
    await fixture.settle(fixture.submit(demo, { kind: 'reset_demo' }))
    reads.length = 0
    await sweepAfter(fixture, 9)
    await fixture.settle(fixture.submit(demo, { kind: 'reset_demo' }))
    assert.deepEqual(reads, [])
  })

  test('while a decision on it is not committed', async () => {
    const { fixture } = await createUnloaded()
    fixture.store.setCommitResult('held')
    const reset = fixture.submit(demo, { kind: 'reset_demo' })
    for (let turns = 0; turns < 5; turns += 1) await turn()
    fixture.time.advance(5000)
    assert.equal((await reset).kind, 'unknown')
    await sweepAfter(fixture, 30)
    fixture.store.release()
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
    assert.deepEqual(fixture.store.faults, [])
  })

  test('while a command waits for it', async () => {
    const lease = gatedLease()
    const fixture = await createEngineFixture(lease.wrap)
    await fixture.settle(fixture.submit(demo, { kind: 'reset_demo' }))
    fixture.time.advance(11 * minuteMs)
    lease.close()
    fixture.store.setCommitResult('failed')
    const failing = fixture.submit(other, buy)
    for (let turns = 0; turns < 5; turns += 1) await turn()
    const waiting = fixture.submit(demo, buy)
    for (let turns = 0; turns < 5; turns += 1) await turn()
    await fixture.running().engine.sweep()
    lease.open()
    assert.equal((await fixture.settle(waiting)).kind, 'done')
    assert.equal((await fixture.settle(failing)).kind, 'done')
    assert.deepEqual(fixture.store.faults, [])
  })
})
