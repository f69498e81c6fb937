import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import type { SubmitResult } from '#server/engine/engine.ts'
import { type BatchRecords, BatchRefused } from '#server/engine/engine-store.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import {
  buy,
  createEngineFixture,
  demo,
  type EngineFixture,
  gatedLease,
  keyed,
  orderOf,
  other,
  real,
  ticket,
} from '#test/engine/engine-fixture.ts'
import type { Fate, MemoryStore } from '#test/trading-day/memory-store.ts'
import { turn } from '#test/trading-day/start-engine.ts'

async function stateOf(answer: Promise<SubmitResult>): Promise<string> {
  await turn()
  return await Promise.race([answer.then(({ kind }) => kind), turn().then(() => 'waiting')])
}

function noFaults({ store }: EngineFixture): void {
  assert.deepEqual(store.faults, [])
}

/** To find whom a quote concerns. */
const bothWays = [
  ['by levels and regions', createIndexedTriggers],
  ['by everybody in the market', createScanTriggers],
] as const

describe('an answer', () => {
  test('comes only after what was done is on disk', async () => {
    const stage = await createEngineFixture()
    stage.store.setFate('held')
    const answer = stage.submit(demo, buy)
    assert.equal(await stateOf(answer), 'waiting')
    assert.equal(stage.store.tables.orders.size, 0)
    stage.store.letGo()
    assert.equal(orderOf(await stage.settle(answer)).id, 1)
    assert.equal(stage.store.tables.orders.size, 1)
    noFaults(stage)
  })

  test('that refuses waits as well for everything it was decided on', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.running().engine.openAccount(demo))
    stage.store.setFate('held')
    const large = { kind: 'open_order', ticket: { ...ticket, lots: '80' } } as const
    const first = stage.submit(demo, large)
    // There is enough for one of them only, and the first is not on disk yet.
    const second = stage.submit(demo, large)
    assert.equal(await stateOf(second), 'waiting')
    stage.store.letGo()
    assert.equal((await stage.settle(first)).kind, 'done')
    const refusal = await stage.settle(second)
    assert.ok(refusal.kind === 'refused' && refusal.reason === 'insufficient_margin')
  })

  test('to many who come while one batch is written comes with the next, all in one', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.running().engine.openAccount(demo))
    const before = stage.store.commits()
    stage.store.setFate('held')
    const answers = Array.from({ length: 51 }, () => stage.submit(demo, buy))
    await turn()
    assert.equal(stage.store.commits(), before + 1)
    stage.store.letGo()
    const orders = await stage.settle(Promise.all(answers))
    assert.deepEqual(
      orders.map((asked) => orderOf(asked).id),
      Array.from({ length: 51 }, (_, at) => at + 1),
    )
    assert.equal(stage.store.commits(), before + 2)
    noFaults(stage)
  })

  test('is not waited for longer than five seconds: nobody knows, or nothing was done', async () => {
    const stage = await createEngineFixture()
    stage.store.setFate('held')
    const decided = stage.submit(demo, buy)
    await turn()
    stage.time.advance(4999)
    assert.equal(await stateOf(decided), 'waiting')
    stage.time.advance(1)
    assert.equal((await decided).kind, 'unknown')
    stage.store.letGo()
    await turn()
    assert.equal(stage.store.tables.orders.size, 1)
  })
})

describe('a key', () => {
  test('sent a hundred times at once gives one order and the same answer', async () => {
    const stage = await createEngineFixture()
    const answers = Array.from({ length: 100 }, () => stage.submit(demo, buy, keyed('once')))
    const [first, ...rest] = await stage.settle(Promise.all(answers))
    assert.ok(first)
    assert.equal(orderOf(first).id, 1)
    for (const again of rest) assert.deepEqual(again, first)
    assert.equal(stage.store.tables.orders.size, 1)
    noFaults(stage)
  })

  test('gives the first outcome again: after a restart, and after memory has forgotten it', async () => {
    const stage = await createEngineFixture()
    const done = await stage.settle(stage.submit(demo, buy, keyed('order')))
    const wrong = { kind: 'open_order', ticket: { ...ticket, lots: '100' } } as const
    const refused = await stage.settle(stage.submit(demo, wrong, keyed('refusal')))
    for (const pass of ['in memory', 'restarted', 'older than memory']) {
      if (pass === 'restarted') await stage.startAgain()
      if (pass === 'older than memory') {
        stage.time.advance(11 * 60_000)
        await stage.settle(stage.running().engine.sweep())
      }
      assert.deepEqual(await stage.settle(stage.submit(demo, buy, keyed('order'))), done, pass)
      assert.deepEqual(await stage.settle(stage.submit(demo, wrong, keyed('refusal'))), refused, pass)
    }
    assert.equal(stage.store.tables.orders.size, 1)
  })

  test('that memory forgets while its repeat waits is not used twice', async () => {
    const lease = gatedLease()
    const stage = await createEngineFixture(lease.wrap)
    const first = await stage.settle(stage.submit(demo, buy, keyed('old')))
    // It is still in memory when the repeat comes, and not any more when everything has been read again.
    stage.time.advance(599_900)
    lease.shut()
    stage.store.setFate('lost')
    const somebody = stage.submit(other, buy)
    await turn()
    const repeat = stage.submit(demo, buy, keyed('old'))
    await turn()
    stage.time.advance(1000)
    lease.open()
    assert.deepEqual(await stage.settle(repeat), first)
    await stage.settle(somebody)
    assert.equal(stage.store.tables.orders.size, 2)
  })

  for (const isReadable of [true, false])
    test(`that turns out to be on disk while its repeat waits gives ${isReadable ? 'the first outcome' : 'no outcome, where it cannot be read'}`, async () => {
      const lease = gatedLease()
      let reads = 0
      const stage = await createEngineFixture((store) => ({
        ...lease.wrap(store),
        async outcomes(...asked) {
          reads += 1
          if (!isReadable) throw new Error('away')
          return await store.outcomes(...asked)
        },
      }))
      await stage.settle(stage.submit(other, buy))
      lease.shut()
      stage.store.setFate('unheard')
      const first = stage.submit(demo, buy, keyed('k'))
      await turn()
      const repeat = stage.submit(demo, buy, keyed('k'))
      await turn()
      const readBefore = reads
      lease.open()
      const done = await stage.settle(first)
      assert.deepEqual(await stage.settle(repeat), isReadable ? done : { kind: 'unknown' })
      assert.deepEqual([readBefore, reads], [0, 1])
      assert.equal(stage.store.tables.orders.size, 2)
    })

  test('is free again after a day', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.submit(demo, buy, keyed('daily')))
    stage.time.advance(24 * 3600_000 + 1)
    await stage.settle(stage.running().engine.sweep())
    assert.equal(stage.store.tables.outcomes.size, 0)
    assert.equal(orderOf(await stage.settle(stage.submit(demo, buy, keyed('daily')))).id, 2)
  })

  test('is not used up by what was only typed wrongly', async () => {
    const stage = await createEngineFixture()
    const wrong = { kind: 'open_order', ticket: { ...ticket, lots: 'ten' } } as const
    const refused = await stage.settle(stage.submit(demo, wrong, keyed('mended', 'b'.repeat(64))))
    assert.ok(refused.kind === 'refused' && refused.reason === 'invalid_lots')
    assert.equal(orderOf(await stage.settle(stage.submit(demo, buy, keyed('mended')))).id, 1)
  })

  test('with other parameters is a mismatch, in memory and on disk; another user may have the same', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.submit(demo, buy, keyed('mine')))
    const different = keyed('mine', 'b'.repeat(64))
    assert.equal((await stage.settle(stage.submit(demo, buy, different))).kind, 'mismatch')
    stage.time.advance(11 * 60_000)
    await stage.settle(stage.running().engine.sweep())
    assert.equal((await stage.settle(stage.submit(demo, buy, different))).kind, 'mismatch')
    assert.equal((await stage.settle(stage.submit(other, buy, different))).kind, 'done')
  })
})

describe('a commit that fails', () => {
  const fates: readonly Fate[] = ['lost', 'unheard', 'running', 'overtaken']
  for (const fate of fates) {
    test(`(${fate}) loses nothing and does nothing twice`, async () => {
      const stage = await createEngineFixture()
      await stage.settle(stage.submit(demo, buy))
      stage.store.setFate(fate)
      const answers = [stage.submit(demo, buy, keyed('a')), stage.submit(demo, buy), stage.submit(other, buy)]
      const asked = await stage.settle(Promise.all(answers))
      assert.equal(new Set(asked.map((one) => orderOf(one).id)).size, 3)
      assert.deepEqual([...stage.store.tables.orders.keys()].sort(), [1, 2, 3, 4])
      const again = await stage.settle(stage.submit(demo, buy, keyed('a')))
      assert.deepEqual(again, asked[0])
      noFaults(stage)
    })
  }

  test('is tried again for as long as the database is away, and commands wait no longer than five seconds', async () => {
    let isAway = false
    const stage = await createEngineFixture((store) => ({
      ...store,
      takeLease: async (...asked) => {
        if (isAway) throw new Error('away')
        return await store.takeLease(...asked)
      },
    }))
    isAway = true
    stage.store.setFate('lost')
    const answer = stage.submit(demo, buy)
    await turn()
    stage.time.advance(5000)
    assert.equal((await answer).kind, 'unknown')
    assert.equal(stage.running().engine.isReady(), false)
    isAway = false
    assert.equal((await stage.settle(stage.submit(demo, buy))).kind, 'done')
    // Nobody waited for the first any more, and it was never written: so it was not done.
    assert.equal(stage.store.tables.orders.size, 1)
  })
})

describe('a batch the database refuses', () => {
  function refusing(wrong: (batch: BatchRecords) => boolean) {
    return (store: MemoryStore) => ({
      ...store,
      commit: async (...[lease, batch]: Parameters<MemoryStore['commit']>) => {
        if (wrong(batch)) throw new BatchRefused('refused')
        return await store.commit(lease, batch)
      },
    })
  }

  test('is gone through one by one: the culprit is frozen, everyone else has what they asked for', async () => {
    const stage = await createEngineFixture(
      refusing(({ orders }) => orders.some(({ userId }) => userId === demo.userId)),
    )
    await stage.settle(stage.running().engine.openAccount(demo))
    await stage.settle(stage.running().engine.openAccount(other))
    stage.store.setFate('held')
    const held = stage.submit(other, buy)
    const answers = [stage.submit(other, buy), stage.submit(demo, buy), stage.submit(other, buy)]
    await turn()
    stage.store.letGo()
    const kinds = (await stage.settle(Promise.all([held, ...answers]))).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['done', 'done', 'fault', 'done'])
    assert.equal((await stage.settle(stage.submit(demo, buy))).kind, 'frozen')
    assert.equal((await stage.settle(stage.submit(other, buy))).kind, 'done')
    assert.match(stage.alarms.join(), /ALARM/)
    noFaults(stage)
  })

  test('for what a quote triggered freezes that account, and the others are closed as they should be', async () => {
    const stage = await createEngineFixture(
      refusing(({ orders }) => orders.some(({ userId, status }) => userId === 1 && status === 'closed')),
    )
    const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
    await stage.settle(Promise.all([stage.submit(demo, stopped), stage.submit(other, stopped)]))
    stage.quote(108_000)
    await stage.settle(stage.submit(real, { kind: 'reset_demo' }))
    const [mine, theirs] = [stage.store.tables.orders.get(1), stage.store.tables.orders.get(2)]
    assert.equal(mine?.status, 'open')
    assert.equal(theirs?.endCause, 'stop_loss')
    assert.equal((await stage.settle(stage.submit(demo, buy))).kind, 'frozen')
  })
})

for (const [how, createTriggers] of bothWays)
  describe(`a price that many wait for, ${how}`, () => {
    test('is written in batches of a bounded size, however many orders it ends', async () => {
      const sizes: number[] = []
      const stage = await createEngineFixture(
        (store) => ({
          ...store,
          commit: async (lease, batch) => {
            sizes.push(batch.orders.length + batch.transfers.length)
            return await store.commit(lease, batch)
          },
        }),
        createTriggers,
      )
      const stopped = {
        kind: 'open_order',
        ticket: { ...ticket, lots: '0.01', stopLoss: '1.09000' },
      } as const
      const askers = Array.from({ length: 300 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
      for (let round = 0; round < 12; round += 1)
        await stage.settle(Promise.all(askers.map((asker) => stage.submit(asker, stopped))))
      sizes.length = 0
      stage.quote(108_000)
      await stage.settle(stage.running().engine.stop())
      assert.equal(stage.store.tables.orders.get(3600)?.endCause, 'stop_loss')
      assert.deepEqual([sizes.length, sizes.every((size) => size <= 6144 + 24)], [2, true])
      noFaults(stage)
    })

    test('is written in smaller ones where that is too much, until it works', async () => {
      const sizes: number[] = []
      const stage = await createEngineFixture(
        (store) => ({
          ...store,
          commit: async (lease, batch) => {
            const size = batch.orders.length + batch.transfers.length
            sizes.push(size)
            if (size > 300) throw new Error('the statement took too long')
            return await store.commit(lease, batch)
          },
        }),
        createTriggers,
      )
      const askers = Array.from({ length: 400 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
      const answers = await stage.settle(Promise.all(askers.map((asker) => stage.submit(asker, buy))))
      assert.deepEqual(new Set(answers.map(({ kind }) => kind)), new Set(['done']))
      assert.ok(sizes.some((size) => size > 300))
      noFaults(stage)
    })
  })

describe('another engine', () => {
  test('takes over: the old one writes nothing more, acknowledges nothing and says so', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.submit(demo, buy))
    const old = stage.running()
    await stage.startAgain()
    const answer = await stage.settle(old.engine.submit(demo, buy, keyed('late')))
    assert.equal(answer.kind, 'unknown')
    assert.ok(old.isLost())
    assert.equal((await stage.settle(old.engine.submit(demo, buy))).kind, 'busy')
    assert.equal(stage.store.tables.orders.size, 1)
    assert.equal(orderOf(await stage.settle(stage.submit(demo, buy))).id, 2)
    noFaults(stage)
  })

  test('takes over from one that has nothing to write: it notices by itself', async () => {
    const stage = await createEngineFixture()
    const old = stage.running()
    await stage.startAgain()
    assert.ok(!old.isLost())
    await stage.settle(old.engine.sweep())
    assert.ok(old.isLost())
    await stage.settle(stage.running().engine.sweep())
    assert.ok(!stage.running().isLost())
  })

  test('takes over while a commit is under way, which then finds the fence', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.submit(demo, buy))
    const old = stage.running()
    stage.store.setFate('held')
    const answer = stage.submit(demo, buy)
    await turn()
    await stage.startAgain()
    stage.store.letGo()
    assert.equal((await stage.settle(answer)).kind, 'unknown')
    assert.ok(old.isLost())
    assert.equal(stage.store.tables.orders.size, 1)
  })
})

describe('accounts', () => {
  test('that are missing are opened at the start: a demo account with its hundred thousand, a real one empty', async () => {
    const stage = await createEngineFixture()
    stage.store.addUser({ userId: 7, isDemo: true })
    stage.store.addUser({ userId: 8, isDemo: false })
    await stage.startAgain()
    const { accounts } = stage.store.tables
    assert.deepEqual(
      [accounts.get(7), accounts.get(8)].map((account) => [account?.book, account?.cash]),
      [
        ['demo', 100_000_000_000],
        ['real', 0],
      ],
    )
  })

  test('are opened once, however often and however many at once ask for it', async () => {
    const stage = await createEngineFixture()
    const { engine } = stage.running()
    await stage.settle(Promise.all(Array.from({ length: 20 }, () => engine.openAccount(demo))))
    await stage.settle(engine.openAccount(demo))
    assert.equal(stage.store.tables.transfers.get(demo.userId)?.length, 1)
  })

  test('know their own orders only, and what has been of them', async () => {
    const stage = await createEngineFixture()
    const { id } = orderOf(await stage.settle(stage.submit(demo, buy)))
    const close = { kind: 'close_order', orderId: id, lots: null } as const
    const reason = (asked: SubmitResult) => (asked.kind === 'refused' ? asked.reason : asked.kind)
    assert.equal(reason(await stage.settle(stage.submit(other, close))), 'order_not_found')
    const twice = await stage.settle(Promise.all([stage.submit(demo, close), stage.submit(demo, close)]))
    assert.deepEqual(twice.map(reason), ['done', 'order_not_open'])
    assert.equal(reason(await stage.settle(stage.submit(demo, close))), 'order_not_open')
    assert.equal(reason(await stage.settle(stage.submit(other, close))), 'order_not_found')
  })

  test('know the closed part of an order before it is on disk', async () => {
    const stage = await createEngineFixture()
    const { id } = orderOf(await stage.settle(stage.submit(demo, buy)))
    stage.store.setFate('held')
    const part = stage.submit(demo, { kind: 'close_order', orderId: id, lots: '0.04' })
    await turn()
    const late = stage.submit(demo, { kind: 'set_stops', orderId: id + 1, stopLoss: null, takeProfit: null })
    const others = stage.submit(other, { kind: 'cancel_order', orderId: id + 1 })
    await turn()
    stage.store.letGo()
    assert.equal(orderOf(await stage.settle(part)).id, id + 1)
    const [mine, theirs] = await stage.settle(Promise.all([late, others]))
    assert.ok(mine.kind === 'refused' && mine.reason === 'order_not_open')
    assert.ok(theirs.kind === 'refused' && theirs.reason === 'order_not_found')
  })

  test('are credited once for a deposit, however often it is handed in', async () => {
    const stage = await createEngineFixture()
    const deposit = { kind: 'deposit', amount: micros(5_000_000), reference: 'deposit:1' } as const
    const answers = Array.from({ length: 10 }, () => stage.submit(real, deposit))
    const kinds = (await stage.settle(Promise.all(answers))).map(({ kind }) => kind)
    assert.deepEqual(kinds.filter((kind) => kind === 'done').length, 1)
    stage.time.advance(11 * 60_000)
    await stage.settle(stage.running().engine.sweep())
    assert.equal((await stage.settle(stage.submit(real, deposit))).kind, 'refused')
    assert.equal((await stage.settle(stage.submit(other, deposit))).kind, 'refused')
    assert.equal(stage.store.tables.accounts.get(real.userId)?.cash, 5_000_000)
  })
})

for (const [how, createTriggers] of bothWays)
  describe(`a quote, ${how}`, () => {
    test('that reaches a stop tells of it once it is on disk', async () => {
      const stage = await createEngineFixture(undefined, createTriggers)
      const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
      const { id } = orderOf(await stage.settle(stage.submit(demo, stopped)))
      stage.store.setFate('held')
      stage.quote(108_000)
      await turn()
      assert.deepEqual(stage.endedOrders, [])
      stage.store.letGo()
      await turn()
      assert.deepEqual(stage.endedOrders, [id])
      assert.equal(stage.store.tables.orders.get(id)?.closePrice, 108_000)
    })

    test('of a closed or stale market triggers nothing until it is a tick again', async () => {
      const stage = await createEngineFixture(undefined, createTriggers)
      const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
      const { id } = orderOf(await stage.settle(stage.submit(demo, stopped)))
      for (const state of ['stale', 'closed'] as const) {
        stage.state(state)
        stage.quote(108_000)
        await turn()
        assert.equal(stage.store.tables.orders.get(id)?.status, 'open', state)
      }
      stage.state('open')
      stage.quote(108_500)
      await turn()
      assert.equal(stage.store.tables.orders.get(id)?.closePrice, 108_500)
    })

    test('that came while everything was read again is not judged; the next one is', async () => {
      const lease = gatedLease()
      const stage = await createEngineFixture(lease.wrap, createTriggers)
      const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
      const { id } = orderOf(await stage.settle(stage.submit(demo, stopped)))
      lease.shut()
      stage.store.setFate('lost')
      const answer = stage.submit(other, buy)
      await turn()
      stage.quote(108_000)
      lease.open()
      await stage.settle(answer)
      assert.equal(stage.store.tables.orders.get(id)?.status, 'open')
      stage.quote(108_500)
      await turn()
      assert.equal(stage.store.tables.orders.get(id)?.closePrice, 108_500)
    })
  })

describe('the end', () => {
  test('comes while a refused batch is gone through: nothing is written after it', async () => {
    const gate = Promise.withResolvers<void>()
    let commits = 0
    let isEnded = false
    const late: number[] = []
    const stage = await createEngineFixture((store) => ({
      ...store,
      commit: async (lease, batch) => {
        commits += 1
        if (isEnded) late.push(batch.seq)
        if (commits === 4) throw new BatchRefused('refused')
        if (commits === 5) await gate.promise
        return await store.commit(lease, batch)
      },
    }))
    const { engine } = stage.running()
    for (const asker of [demo, other]) await stage.settle(engine.openAccount(asker))
    void [demo, other, demo, other].map((asker) => stage.submit(asker, buy))
    for (let turns = 0; turns < 6; turns += 1) await turn()
    assert.equal(commits, 5)
    const stopping = engine.stop()
    stage.time.advance(10_000)
    await stopping
    isEnded = true
    gate.resolve()
    for (let turns = 0; turns < 20; turns += 1) await turn()
    assert.deepEqual([late, engine.isReady()], [[], false])
  })

  test('finishes what was decided and takes nothing new', async () => {
    const stage = await createEngineFixture()
    stage.store.setFate('held')
    const answer = stage.submit(demo, buy)
    await turn()
    const stopped = stage.running().engine.stop()
    assert.equal((await stage.submit(other, buy)).kind, 'busy')
    stage.store.letGo()
    await stage.settle(stopped)
    assert.equal((await answer).kind, 'done')
    assert.equal(stage.running().engine.isReady(), false)
  })
})
