import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubmitResult } from '#server/engine/engine.ts'
import { type BatchRecords, BatchRefused } from '#server/engine/engine-store.ts'
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
import type { MemoryStore } from '#test/trading-day/memory-store.ts'

/** The time at which the clock of a fixture starts. */
const frozenAtMs = 1_000_000
const lift = {
  kind: 'lift_freeze',
  operatorId: 5,
  reason: 'The cause was found and fixed',
  frozenAtMs,
} as const
const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
const tiny = { kind: 'open_order', ticket: { ...ticket, lots: '0.01' } } as const

/** A store that refuses orders of 0.01 lots of the first user while `isRefusing`, and freezes while told so. */
function refusingStore() {
  const control = { isRefusing: true, isRefusingFreezes: false }
  const isBad = ({ orders, freezes }: BatchRecords) =>
    (control.isRefusing && orders.some(({ userId, lots }) => userId === demo.userId && lots === 1)) ||
    (control.isRefusingFreezes && freezes.length > 0)
  const wrap = (store: MemoryStore) => ({
    ...store,
    commit: async (...[lease, batch]: Parameters<MemoryStore['commit']>) => {
      if (isBad(batch)) throw new BatchRefused('the database refused a batch: 23514')
      return await store.commit(lease, batch)
    },
  })
  return { control, wrap }
}

/** An account with a position and a stop loss, frozen because the database refused its next order. */
async function createFrozen() {
  const { control, wrap } = refusingStore()
  const fixture = await createEngineFixture(wrap)
  const order = orderOf(await fixture.settle(fixture.submit(demo, stopped)))
  assert.equal((await fixture.settle(fixture.submit(demo, tiny))).kind, 'fault')
  await fixture.settle(turn())
  control.isRefusing = false
  assert.equal(fixture.store.tables.freezes[0]?.atMs, frozenAtMs)
  return { fixture, order, control }
}

function freezesOf({ store }: EngineFixture) {
  return store.tables.freezes.map(({ kind, userId }) => [kind, userId])
}

function reasonOf(result: SubmitResult): string {
  return result.kind === 'refused' ? result.reason : result.kind
}

describe('a frozen account', () => {
  test('is stored with its cause, and is still frozen after a restart', async () => {
    const { fixture } = await createFrozen()
    const [freeze] = fixture.store.tables.freezes
    assert.ok(freeze?.kind === 'frozen')
    assert.equal(freeze.cause, 'not_stored')
    assert.match(freeze.detail, /refuses to store open_order/)
    await fixture.restart()
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
    assert.equal((await fixture.settle(fixture.submit(other, buy))).kind, 'done')
    assert.deepEqual(fixture.store.faults, [])
  })

  test('whose freeze the database refused is stored later, and can then be lifted', async () => {
    const { control, wrap } = refusingStore()
    control.isRefusingFreezes = true
    const fixture = await createEngineFixture(wrap)
    await fixture.settle(fixture.submit(demo, stopped))
    assert.equal((await fixture.settle(fixture.submit(demo, tiny))).kind, 'fault')
    await fixture.settle(fixture.running().engine.sweep())
    assert.deepEqual(freezesOf(fixture), [])
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
    control.isRefusing = false
    control.isRefusingFreezes = false
    fixture.time.advance(60_000)
    await fixture.settle(turn())
    await fixture.settle(fixture.running().engine.sweep())
    await fixture.settle(turn())
    assert.deepEqual(freezesOf(fixture), [['frozen', 1]])
    const stored = { ...lift, frozenAtMs: fixture.store.tables.freezes[0]?.atMs ?? 0 }
    assert.equal((await fixture.settle(fixture.submit(demo, stored))).kind, 'done')
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
  })

  test('is not closed by its stop loss, but is on the next quote after an owner has lifted the freeze', async () => {
    const { fixture, order } = await createFrozen()
    fixture.quote(108_000)
    await fixture.settle(turn())
    assert.equal(fixture.store.tables.orders.get(order.id)?.status, 'open')
    assert.equal((await fixture.settle(fixture.submit(demo, lift))).kind, 'done')
    assert.equal(fixture.store.tables.orders.get(order.id)?.status, 'open')
    fixture.quote(107_900)
    await fixture.settle(turn())
    const closed = fixture.store.tables.orders.get(order.id)
    assert.deepEqual([closed?.endCause, closed?.closePrice], ['stop_loss', 107_900])
    assert.equal((await fixture.settle(fixture.submit(demo, tiny))).kind, 'done')
    assert.deepEqual(freezesOf(fixture), [
      ['frozen', 1],
      ['lifted', 1],
    ])
    assert.deepEqual(fixture.store.faults, [])
  })

  test('has nothing of a decision that cannot be encoded, in memory or on disk', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy))
    const unencodable = { ...buy, ticket: { ...ticket, note: 1n } }
    assert.equal((await fixture.settle(fixture.submit(demo, unencodable))).kind, 'fault')
    await fixture.settle(turn())
    assert.deepEqual(
      fixture.store.tables.freezes.map((freeze) => freeze.kind === 'frozen' && freeze.cause),
      ['command_failed'],
    )
    assert.equal(fixture.store.tables.orders.size, 1)
    const atMs = fixture.store.tables.freezes[0]?.atMs ?? 0
    await fixture.settle(fixture.submit(demo, { ...lift, frozenAtMs: atMs }))
    const next = orderOf(await fixture.settle(fixture.submit(demo, buy)))
    assert.equal(next.id, 2)
    assert.deepEqual(fixture.store.faults, [])
  })

  test('that was lifted is not frozen after a restart', async () => {
    const { fixture } = await createFrozen()
    await fixture.settle(fixture.submit(demo, lift))
    await fixture.restart()
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
  })

  test('can be lifted only once, and only if it is frozen', async () => {
    const { fixture } = await createFrozen()
    await fixture.settle(fixture.submit(other, buy))
    const lifts = [fixture.submit(demo, lift), fixture.submit(demo, lift), fixture.submit(other, lift)]
    const reasons = (await fixture.settle(Promise.all(lifts))).map(reasonOf)
    assert.deepEqual(reasons, ['done', 'not_frozen', 'not_frozen'])
    assert.equal(fixture.store.tables.freezes.length, 2)
  })

  for (const isRestarted of [false, true])
    test(`that was frozen again stays frozen if the lift names its first freeze${isRestarted ? ', also after a restart' : ''}`, async () => {
      const { fixture, control } = await createFrozen()
      assert.equal((await fixture.settle(fixture.submit(demo, lift))).kind, 'done')
      control.isRefusing = true
      fixture.time.advance(1000)
      assert.equal((await fixture.settle(fixture.submit(demo, tiny))).kind, 'fault')
      await fixture.settle(turn())
      if (isRestarted) await fixture.restart()
      assert.equal(reasonOf(await fixture.settle(fixture.submit(demo, lift))), 'frozen_again')
      assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
      const second = { ...lift, frozenAtMs: frozenAtMs + 1000 }
      assert.equal((await fixture.settle(fixture.submit(demo, second))).kind, 'done')
      assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
      assert.equal(fixture.store.tables.freezes.length, 4)
    })

  for (const commitResult of ['failed', 'reply_lost'] as const)
    test(`is lifted once if the commit of the lift fails (${commitResult})`, async () => {
      const { fixture } = await createFrozen()
      fixture.store.setCommitResult(commitResult)
      assert.equal((await fixture.settle(fixture.submit(demo, lift))).kind, 'done')
      assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
      assert.deepEqual(freezesOf(fixture).length, 2)
    })

  test('stays frozen if the lift timed out before it was written', async () => {
    const { fixture } = await createFrozen()
    fixture.store.setCommitResult('held_then_failed')
    const lifted = fixture.submit(demo, lift)
    await turn()
    fixture.time.advance(5000)
    assert.equal((await lifted).kind, 'unknown')
    fixture.store.release()
    await fixture.settle(turn())
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
    assert.deepEqual(freezesOf(fixture), [['frozen', 1]])
  })

  test('is frozen once and stored even if the commit of the freeze fails', async () => {
    const { control, wrap } = refusingStore()
    const fixture = await createEngineFixture(wrap)
    await fixture.settle(fixture.submit(demo, stopped))
    const refused = fixture.submit(demo, tiny)
    await turn()
    fixture.store.setCommitResult('failed')
    assert.equal((await fixture.settle(refused)).kind, 'fault')
    control.isRefusing = false
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
    await fixture.settle(fixture.submit(other, buy))
    assert.deepEqual(freezesOf(fixture), [['frozen', 1]])
  })
})
