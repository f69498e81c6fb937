import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import { createDividedRequests, ordersPerCommand } from '#server/engine/intake/divided-request.ts'
import {
  createEngineFixture,
  demo,
  type EngineFixture,
  keyed,
  orderOf,
  other,
  ticket,
} from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

const smallBuy: CommandRequest = { kind: 'open_order', ticket: { ...ticket, lots: '0.01' } }
const reset: CommandRequest = { kind: 'reset_demo' }
/** Three commands. */
const orderCount = 2 * ordersPerCommand + 5

async function fixtureWithOrders(count = orderCount) {
  const fixture = await createEngineFixture()
  const orderIds: number[] = []
  for (let placed = 0; placed < count; placed += 1) {
    orderIds.push(orderOf(await fixture.settle(fixture.submit(demo, smallBuy))).id)
  }
  const closeAll: CommandRequest = { kind: 'close_many', orderIds }
  return { fixture, orderIds, closeAll, commitsBefore: fixture.store.commits() }
}

const lookUp = (fixture: EngineFixture, key: string) =>
  fixture.settle(fixture.running().engine.outcomeOf(demo, key, fixture.time.clock.now()))

function closedIds(result: SubmitResult): readonly number[] {
  return result.kind === 'done' ? result.orders.map(({ id }) => id) : []
}

function openIds({ store }: EngineFixture): readonly number[] {
  return [...store.tables.orders.values()].filter(({ status }) => status === 'open').map(({ id }) => id)
}

function cashOf({ store }: EngineFixture): number | undefined {
  return store.tables.accounts.get(demo.userId)?.cash
}

/** Until the set result is used by a commit. */
async function untilCommitted({ store }: EngineFixture): Promise<void> {
  for (let turns = 0; store.nextCommitResult() !== 'committed'; turns += 1) {
    assert.ok(turns < 100, 'there is no further commit')
    await turn()
  }
}

/** Stops after the first command: the second is written, or not, but never answered, and the engine starts again. */
async function interruptSecond(fixture: EngineFixture, request: CommandRequest, isWritten: boolean) {
  fixture.store.setCommitResult('held')
  void fixture.submit(demo, request, keyed('key'))
  await turn()
  fixture.store.release()
  fixture.store.setCommitResult(isWritten ? 'never_answered' : 'held')
  await untilCommitted(fixture)
  await fixture.restart()
  fixture.state('open')
  fixture.quote(110_000)
}

describe('closing many orders', () => {
  test('takes several commands, each committed on its own, and gives one result', async () => {
    const { fixture, orderIds, closeAll, commitsBefore } = await fixtureWithOrders()
    const result = await fixture.settle(fixture.submit(demo, closeAll, keyed('key')))
    assert.deepEqual([closedIds(result), result.kind === 'done' && result.refusals], [orderIds, []])
    assert.equal('rest' in result, false)
    assert.equal(fixture.store.commits() - commitsBefore, 3)
    const perCommand = fixture.changes.slice(-3).map(({ orders }) => orders.length)
    assert.deepEqual(perCommand, [ordersPerCommand, ordersPerCommand, 5])
    assert.deepEqual(fixture.store.faults, [])
  })

  test('takes one command for as many orders as one may close', async () => {
    const { fixture, closeAll, commitsBefore } = await fixtureWithOrders(ordersPerCommand)
    const result = await fixture.settle(fixture.submit(demo, closeAll, keyed('key')))
    assert.equal(closedIds(result).length, ordersPerCommand)
    assert.equal(fixture.store.commits() - commitsBefore, 1)
    assert.deepEqual(await lookUp(fixture, 'key'), { kind: 'decided', outcome: result })
  })

  test('closes each order at the price of its own command', async () => {
    const { fixture, closeAll } = await fixtureWithOrders()
    fixture.store.setCommitResult('held')
    const closing = fixture.submit(demo, closeAll, keyed('key'))
    await turn()
    fixture.quote(110_500)
    fixture.store.release()
    const result = await fixture.settle(closing)
    const prices = result.kind === 'done' ? result.orders.map(({ closePrice }) => closePrice) : []
    assert.deepEqual([prices[0], prices[ordersPerCommand], prices.at(-1)], [110_000, 110_500, 110_500])
    for (const order of result.kind === 'done' ? result.orders : []) {
      assert.equal(order.ended?.quote?.bid, order.closePrice)
    }
  })

  test('gives a repeated call the same result, at the same time and after a restart, and closes nothing twice', async () => {
    const { fixture, closeAll } = await fixtureWithOrders()
    const both = [
      fixture.submit(demo, closeAll, keyed('key')),
      fixture.submit(demo, closeAll, keyed('key')),
    ] as const
    const result = await fixture.settle(both[0])
    assert.deepEqual(await fixture.settle(both[1]), result)
    const commits = fixture.store.commits()
    await fixture.restart()
    assert.deepEqual(await fixture.settle(fixture.submit(demo, closeAll, keyed('key'))), result)
    assert.deepEqual(await lookUp(fixture, 'key'), { kind: 'decided', outcome: result })
    assert.equal(fixture.store.commits(), commits)
    assert.deepEqual(fixture.endedOrders, closedIds(result))
  })

  test('refuses an order listed twice, even if the commands differ', async () => {
    const { fixture, orderIds } = await fixtureWithOrders()
    const [first = 0] = orderIds
    const request: CommandRequest = { kind: 'close_many', orderIds: [...orderIds, first] }
    const result = await fixture.settle(fixture.submit(demo, request, keyed('key')))
    assert.deepEqual(closedIds(result), orderIds)
    assert.deepEqual(result.kind === 'done' && result.refusals, [
      { orderId: first, reason: 'order_not_open' },
    ])
  })

  test('closes both sides of a hedge with each command', async () => {
    const fixture = await createEngineFixture()
    const place = async (side: 'buy' | 'sell') => {
      const request: CommandRequest = { kind: 'open_order', ticket: { ...ticket, side, lots: '0.01' } }
      return orderOf(await fixture.settle(fixture.submit(demo, request))).id
    }
    const orderIds: number[] = []
    for (const side of ['buy', 'sell'] as const)
      for (let placed = 0; placed < ordersPerCommand; placed += 1) orderIds.push(await place(side))
    await fixture.settle(fixture.submit(demo, { kind: 'close_many', orderIds }))
    for (const { orders } of fixture.changes.slice(-2)) {
      const buys = orders.filter(({ after }) => after.side === 'buy')
      assert.deepEqual([orders.length, buys.length], [ordersPerCommand, ordersPerCommand / 2])
    }
  })

  test('refuses all orders that are not open with the first command', async () => {
    const { fixture, orderIds, commitsBefore } = await fixtureWithOrders(ordersPerCommand + 1)
    const unknown = Array.from({ length: 400 }, (_, at) => 1_000_000 + at)
    const request: CommandRequest = { kind: 'close_many', orderIds: [...unknown, ...orderIds] }
    const result = await fixture.settle(fixture.submit(demo, request, keyed('key')))
    assert.deepEqual(closedIds(result), orderIds)
    assert.equal(result.kind === 'done' && result.refusals?.length, unknown.length)
    assert.equal(fixture.store.commits() - commitsBefore, 2)
  })

  test('needs one batch for each command, even if other commands wait all the time', async () => {
    const { fixture, closeAll, commitsBefore } = await fixtureWithOrders()
    let isClosing = true
    const keepBusy = async () => {
      while (isClosing) await fixture.submit(other, { kind: 'cancel_order', orderId: 1 }, keyed(`k${++keys}`))
    }
    let keys = 0
    fixture.store.setCommitResult('held')
    const busy = [keepBusy(), keepBusy()]
    await turn()
    const closing = fixture.submit(demo, closeAll, keyed('key'))
    fixture.store.release()
    await fixture.settle(closing)
    isClosing = false
    await fixture.settle(Promise.all(busy))
    // One was in flight at the start, and one may follow the last.
    assert.ok(
      fixture.store.commits() - commitsBefore <= 5,
      `${fixture.store.commits() - commitsBefore} commits`,
    )
  })

  test('refuses the key for another request', async () => {
    const { fixture, closeAll } = await fixtureWithOrders()
    await fixture.settle(fixture.submit(demo, closeAll, keyed('key')))
    const otherRequest = fixture.submit(demo, closeAll, keyed('key', 'b'.repeat(64)))
    assert.deepEqual(await fixture.settle(otherRequest), { kind: 'mismatch' })
  })

  for (const command of [1, 2]) {
    test(`is not interrupted by a lookup of its outcome during command ${command}`, async () => {
      const { fixture, orderIds, closeAll } = await fixtureWithOrders()
      fixture.store.setCommitResult('held')
      const closing = fixture.submit(demo, closeAll, keyed('key'))
      await turn()
      if (command === 2) {
        fixture.store.release()
        fixture.store.setCommitResult('held')
        await untilCommitted(fixture)
      }
      const lookup = fixture.running().engine.outcomeOf(demo, 'key', fixture.time.clock.now())
      await turn()
      fixture.store.release()
      const result = await fixture.settle(closing)
      assert.deepEqual(closedIds(result), orderIds)
      assert.deepEqual(await fixture.settle(lookup), { kind: 'decided', outcome: result })
    })
  }

  for (const isWritten of [false, true]) {
    const done = isWritten ? 2 * ordersPerCommand : ordersPerCommand
    const name = `interrupted after ${isWritten ? 'two commands' : 'one command'}`

    test(`${name}: the outcome of the key names what was closed, and nothing else is closed later`, async () => {
      const { fixture, orderIds, closeAll } = await fixtureWithOrders()
      await interruptSecond(fixture, closeAll, isWritten)
      const found = await lookUp(fixture, 'key')
      assert.ok(found.kind === 'decided' && found.outcome.kind === 'done')
      assert.deepEqual(closedIds(found.outcome), orderIds.slice(0, done))
      const notReached = orderIds.slice(done).map((orderId) => ({ orderId, reason: 'interrupted' }))
      assert.deepEqual(found.outcome.refusals, notReached)
      const repeated = await fixture.settle(fixture.submit(demo, closeAll, keyed('key')))
      assert.deepEqual(repeated, found.outcome)
      assert.deepEqual(openIds(fixture), orderIds.slice(done))
    })

    test(`${name}: a repeated call closes the rest`, async () => {
      const { fixture, orderIds, closeAll } = await fixtureWithOrders()
      await interruptSecond(fixture, closeAll, isWritten)
      const repeated = await fixture.settle(fixture.submit(demo, closeAll, keyed('key')))
      assert.deepEqual(closedIds(repeated), orderIds)
      assert.deepEqual(openIds(fixture), [])
      assert.deepEqual(await lookUp(fixture, 'key'), { kind: 'decided', outcome: repeated })
      assert.deepEqual(fixture.store.faults, [])
    })
  }
})

describe('a request that ends before its last command', () => {
  const orderIds = Array.from({ length: 2 * ordersPerCommand }, (_, at) => at + 1)
  const closeAll: CommandRequest = { kind: 'close_many', orderIds }
  const first = { kind: 'done', orders: [], refusals: [], rest: orderIds.slice(ordersPerCommand) } as const
  const notReached = orderIds.slice(ordersPerCommand).map((orderId) => ({ orderId, reason: 'interrupted' }))
  const closedSome = { kind: 'done', orders: [], refusals: notReached }
  const unknown = { kind: 'unknown' }
  const tooLate: SubmitResult = { kind: 'refused', reason: 'too_late' }

  const cases: readonly (readonly [second: SubmitResult, withKey: object, withoutKey: object])[] = [
    [{ kind: 'busy' }, unknown, closedSome],
    [{ kind: 'frozen' }, unknown, closedSome],
    [{ kind: 'fault' }, unknown, closedSome],
    [unknown as SubmitResult, unknown, unknown],
    [tooLate, closedSome, closedSome],
  ]
  for (const [second, withKey, withoutKey] of cases) {
    test(`by \`${second.kind}\` has a true result, with and without a key`, async () => {
      for (const isKeyed of [true, false]) {
        const results: SubmitResult[] = [first, second]
        const key = isKeyed ? { name: '1 key', key: keyed('key') } : undefined
        const submitted = createDividedRequests().submit(
          closeAll,
          key,
          async () => results.shift() ?? { kind: 'fault' },
          () => undefined,
        )
        assert.deepEqual(await submitted, isKeyed ? withKey : withoutKey)
      }
    })
  }

  test('is the result of its first command, if that fails', async () => {
    for (const [result] of cases) {
      const submitted = createDividedRequests().submit(
        closeAll,
        undefined,
        async () => result,
        () => undefined,
      )
      assert.deepEqual(await submitted, result)
    }
  })

  test('takes a bounded number of commands', async () => {
    let commands = 0
    const submitted = createDividedRequests().submit(
      reset,
      { name: '1 key', key: keyed('key') },
      async () => {
        commands += 1
        return { kind: 'done', orders: [], isIncomplete: true }
      },
      () => undefined,
    )
    assert.deepEqual([await submitted, commands], [unknown, 50])
  })
})

describe('resetting a demo account with many orders', () => {
  test('takes several commands and resets the balance once', async () => {
    const { fixture, commitsBefore } = await fixtureWithOrders()
    const result = await fixture.settle(fixture.submit(demo, reset, keyed('key')))
    assert.deepEqual(result, { kind: 'done', orders: [] })
    assert.equal(fixture.store.commits() - commitsBefore, 3)
    assert.deepEqual([openIds(fixture), cashOf(fixture)], [[], 100_000_000_000])
    assert.deepEqual(fixture.store.faults, [])
  })

  test('is not repeated under the same key', async () => {
    const { fixture } = await fixtureWithOrders()
    const result = await fixture.settle(fixture.submit(demo, reset, keyed('key')))
    const later = orderOf(await fixture.settle(fixture.submit(demo, smallBuy)))
    assert.deepEqual(await fixture.settle(fixture.submit(demo, reset, keyed('key'))), result)
    assert.deepEqual(openIds(fixture), [later.id])
  })

  test('interrupted: the outcome of the key is a refusal, and a new call completes it', async () => {
    const { fixture, orderIds } = await fixtureWithOrders()
    await interruptSecond(fixture, reset, false)
    const refusal = { kind: 'refused', reason: 'interrupted' }
    assert.deepEqual(await lookUp(fixture, 'key'), { kind: 'decided', outcome: refusal })
    assert.deepEqual(await fixture.settle(fixture.submit(demo, reset, keyed('key'))), refusal)
    assert.deepEqual(openIds(fixture), orderIds.slice(ordersPerCommand))
    await fixture.settle(fixture.submit(demo, reset, keyed('new')))
    assert.deepEqual([openIds(fixture), cashOf(fixture)], [[], 100_000_000_000])
  })
})
