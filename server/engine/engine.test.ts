import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import type { SubmitResult } from '#server/engine/engine.ts'
import { type BatchRecords, BatchRefused } from '#server/engine/engine-store.ts'
import {
  buy,
  createEngineFixture,
  demo,
  type EngineFixture,
  keyed,
  orderOf,
  other,
  real,
  ticket,
} from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'
import type { CommitResult, MemoryStore } from '#test/trading-day/memory-store.ts'

async function stateOf(answer: Promise<SubmitResult>): Promise<string> {
  await turn()
  return await Promise.race([answer.then(({ kind }) => kind), turn().then(() => 'waiting')])
}

function noFaults({ store }: EngineFixture): void {
  assert.deepEqual(store.faults, [])
}

describe('a result', () => {
  test('arrives only after the commit', async () => {
    const fixture = await createEngineFixture()
    fixture.store.setCommitResult('held')
    const answer = fixture.submit(demo, buy)
    assert.equal(await stateOf(answer), 'waiting')
    assert.equal(fixture.store.tables.orders.size, 0)
    fixture.store.release()
    assert.equal(orderOf(await fixture.settle(answer)).id, 1)
    assert.equal(fixture.store.tables.orders.size, 1)
    noFaults(fixture)
  })

  test('waits for the commit of the decisions it depends on, even if it is a refusal', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.running().engine.openAccount(demo))
    fixture.store.setCommitResult('held')
    const large = { kind: 'open_order', ticket: { ...ticket, lots: '80' } } as const
    const first = fixture.submit(demo, large)
    // The free margin covers only one of the two orders. The refusal of the second depends on the first, which is not
    // committed yet.
    const second = fixture.submit(demo, large)
    assert.equal(await stateOf(second), 'waiting')
    fixture.store.release()
    assert.equal((await fixture.settle(first)).kind, 'done')
    const refusal = await fixture.settle(second)
    assert.ok(refusal.kind === 'refused' && refusal.reason === 'insufficient_margin')
  })

  test('of every command that arrives during a commit comes with the next batch', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.running().engine.openAccount(demo))
    const before = fixture.store.commits()
    fixture.store.setCommitResult('held')
    const answers = Array.from({ length: 51 }, () => fixture.submit(demo, buy))
    await turn()
    assert.equal(fixture.store.commits(), before + 1)
    fixture.store.release()
    const orders = await fixture.settle(Promise.all(answers))
    assert.deepEqual(
      orders.map((order) => orderOf(order).id),
      Array.from({ length: 51 }, (_, at) => at + 1),
    )
    assert.equal(fixture.store.commits(), before + 2)
    noFaults(fixture)
  })

  test('is unknown after five seconds if the decided command is not committed', async () => {
    const fixture = await createEngineFixture()
    fixture.store.setCommitResult('held')
    const decided = fixture.submit(demo, buy)
    await turn()
    fixture.time.advance(4999)
    assert.equal(await stateOf(decided), 'waiting')
    fixture.time.advance(1)
    assert.equal((await decided).kind, 'unknown')
    fixture.store.release()
    await turn()
    assert.equal(fixture.store.tables.orders.size, 1)
  })
})

describe('a failed commit', () => {
  const commitResults: readonly CommitResult[] = [
    'failed',
    'reply_lost',
    'written_before_next_lease',
    'fenced_by_next_lease',
  ]
  for (const commitResult of commitResults) {
    test(`(${commitResult}) loses no command and executes none twice`, async () => {
      const fixture = await createEngineFixture()
      await fixture.settle(fixture.submit(demo, buy))
      fixture.store.setCommitResult(commitResult)
      const answers = [
        fixture.submit(demo, buy, keyed('a')),
        fixture.submit(demo, buy),
        fixture.submit(other, buy),
      ]
      const results = await fixture.settle(Promise.all(answers))
      assert.equal(new Set(results.map((one) => orderOf(one).id)).size, 3)
      assert.deepEqual([...fixture.store.tables.orders.keys()].sort(), [1, 2, 3, 4])
      const again = await fixture.settle(fixture.submit(demo, buy, keyed('a')))
      assert.deepEqual(again, results[0])
      noFaults(fixture)
    })
  }

  test('whose renewal of the lease arrives late again does not end the engine', async () => {
    const fixture = await createEngineFixture((store) => ({
      ...store,
      async takeLease(holder, mine) {
        const taken = await store.takeLease(holder, mine)
        // A first attempt, which was given up and sent once more, raises the epoch after the second.
        if (mine !== undefined && renewals++ === 0) await store.takeLease(holder, mine)
        return taken
      },
    }))
    let renewals = 0
    fixture.store.setCommitResult('failed')
    const results = await fixture.settle(
      Promise.all([demo, other].map((owner) => fixture.submit(owner, buy))),
    )
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['done', 'done'],
    )
    await fixture.settle(fixture.running().engine.sweep())
    assert.ok(!fixture.running().isLost())
    assert.equal(renewals, 2)
    assert.equal(fixture.store.tables.orders.size, 2)
    noFaults(fixture)
  })

  for (const [commitResult, reads] of [
    ['failed', [[demo.userId, other.userId]]],
    ['reply_lost', []],
  ] as const)
    test(`(${commitResult}) reads only the accounts again whose decisions were lost`, async () => {
      const reloads: (readonly number[])[] = []
      let loads = 0
      const fixture = await createEngineFixture((store) => ({
        ...store,
        load: async (...args) => {
          loads += 1
          return await store.load(...args)
        },
        reload: async (undone, into) => {
          reloads.push(undone.userIds)
          return await store.reload(undone, into)
        },
      }))
      await fixture.settle(fixture.submit(real, buy))
      fixture.store.setCommitResult('held_then_failed')
      if (commitResult === 'reply_lost') fixture.store.setCommitResult(commitResult)
      const sent = fixture.submit(demo, buy)
      const unsent = fixture.submit(other, buy)
      await turn()
      fixture.store.release()
      await fixture.settle(Promise.all([sent, unsent]))
      assert.deepEqual([reloads, loads], [reads, 1])
      assert.equal(fixture.store.tables.orders.size, 2)
      noFaults(fixture)
    })

  test('stops the engine if another batch is on disk in its place', async () => {
    let isForged = false
    const fixture = await createEngineFixture((store) => ({
      ...store,
      takeLease: async (...args) => {
        const lease = await store.takeLease(...args)
        return lease !== undefined && isForged ? { ...lease, lastHash: Buffer.alloc(32, 7) } : lease
      },
    }))
    await fixture.settle(fixture.submit(demo, buy))
    isForged = true
    fixture.store.setCommitResult('reply_lost')
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'unknown')
    assert.ok(fixture.running().isLost())
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'busy')
  })

  test('is retried while the database is away, and commands wait at most five seconds', async () => {
    let isAway = false
    const fixture = await createEngineFixture((store) => ({
      ...store,
      takeLease: async (...args) => {
        if (isAway) throw new Error('away')
        return await store.takeLease(...args)
      },
    }))
    isAway = true
    fixture.store.setCommitResult('failed')
    const answer = fixture.submit(demo, buy)
    await turn()
    fixture.time.advance(5000)
    assert.equal((await answer).kind, 'unknown')
    assert.equal(fixture.running().engine.isReady(), false)
    isAway = false
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
    // The first command timed out before it was written, so it is not executed.
    assert.equal(fixture.store.tables.orders.size, 1)
  })
})

describe('a batch that the database refuses', () => {
  function refusing(wrong: (batch: BatchRecords) => boolean) {
    return (store: MemoryStore) => ({
      ...store,
      commit: async (...[lease, batch]: Parameters<MemoryStore['commit']>) => {
        if (wrong(batch)) throw new BatchRefused('refused')
        return await store.commit(lease, batch)
      },
    })
  }

  test('freezes the account of the bad command and executes all others', async () => {
    const fixture = await createEngineFixture(
      refusing(({ orders }) => orders.some(({ userId }) => userId === demo.userId)),
    )
    await fixture.settle(fixture.running().engine.openAccount(demo))
    await fixture.settle(fixture.running().engine.openAccount(other))
    fixture.store.setCommitResult('held')
    const held = fixture.submit(other, buy)
    const answers = [fixture.submit(other, buy), fixture.submit(demo, buy), fixture.submit(other, buy)]
    await turn()
    fixture.store.release()
    const kinds = (await fixture.settle(Promise.all([held, ...answers]))).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['done', 'done', 'fault', 'done'])
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
    assert.equal((await fixture.settle(fixture.submit(other, buy))).kind, 'done')
    assert.match(fixture.alarms.join(), /ALARM/)
    noFaults(fixture)
  })

  test('because of a triggered close freezes that account and closes the others', async () => {
    const fixture = await createEngineFixture(
      refusing(({ orders }) => orders.some(({ userId, status }) => userId === 1 && status === 'closed')),
    )
    const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
    await fixture.settle(Promise.all([fixture.submit(demo, stopped), fixture.submit(other, stopped)]))
    fixture.quote(108_000)
    await fixture.settle(fixture.submit(real, { kind: 'reset_demo' }))
    const [mine, theirs] = [fixture.store.tables.orders.get(1), fixture.store.tables.orders.get(2)]
    assert.equal(mine?.status, 'open')
    assert.equal(theirs?.endCause, 'stop_loss')
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
  })
})

describe('a second engine', () => {
  test('takes over: the first writes and acknowledges nothing more, and reports the loss', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy))
    const old = fixture.running()
    await fixture.restart()
    const answer = await fixture.settle(old.engine.submit(demo, buy, keyed('late')))
    assert.equal(answer.kind, 'unknown')
    assert.ok(old.isLost())
    assert.equal((await fixture.settle(old.engine.submit(demo, buy))).kind, 'busy')
    assert.equal(fixture.store.tables.orders.size, 1)
    assert.equal(orderOf(await fixture.settle(fixture.submit(demo, buy))).id, 2)
    noFaults(fixture)
  })

  test('takes over from an idle one, which notices at its next sweep', async () => {
    const fixture = await createEngineFixture()
    const old = fixture.running()
    await fixture.restart()
    assert.ok(!old.isLost())
    await fixture.settle(old.engine.sweep())
    assert.ok(old.isLost())
    await fixture.settle(fixture.running().engine.sweep())
    assert.ok(!fixture.running().isLost())
  })

  test('takes over during a commit, which is then fenced', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy))
    const old = fixture.running()
    fixture.store.setCommitResult('held')
    const answer = fixture.submit(demo, buy)
    await turn()
    await fixture.restart()
    fixture.store.release()
    assert.equal((await fixture.settle(answer)).kind, 'unknown')
    assert.ok(old.isLost())
    assert.equal(fixture.store.tables.orders.size, 1)
  })
})

describe('isolating a bad command', () => {
  test('ends with the lease: every request of the batch is answered at once', async () => {
    let commits = 0
    const fixture = await createEngineFixture((store) => ({
      ...store,
      commit: async (lease, batch) => {
        commits += 1
        if (commits === 4) throw new BatchRefused('refused')
        // The first command of the refused batch is repeated while another engine takes over.
        if (commits === 5) await fixture.restart()
        return await store.commit(lease, batch)
      },
    }))
    for (const owner of [demo, other]) await fixture.settle(fixture.running().engine.openAccount(owner))
    fixture.store.setCommitResult('held')
    const opened = fixture.running().engine.openAccount(real)
    await turn()
    const answers = [demo, other, demo, other].map((owner) => fixture.submit(owner, buy))
    await turn()
    fixture.store.release()
    await opened
    const startMs = fixture.time.clock.now()
    const kinds = (await fixture.settle(Promise.all(answers))).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['unknown', 'busy', 'busy', 'busy'])
    assert.equal(fixture.time.clock.now(), startMs)
  })
})

describe('accounts', () => {
  test('that are missing are opened at the start: demo with 100,000, real with zero', async () => {
    const fixture = await createEngineFixture()
    fixture.store.addUser({ userId: 7, isDemo: true })
    fixture.store.addUser({ userId: 8, isDemo: false })
    await fixture.restart()
    const { accounts } = fixture.store.tables
    assert.deepEqual(
      [accounts.get(7), accounts.get(8)].map((account) => [account?.book, account?.cash]),
      [
        ['demo', 100_000_000_000],
        ['real', 0],
      ],
    )
  })

  test('are opened once, even by concurrent and repeated calls', async () => {
    const fixture = await createEngineFixture()
    const { engine } = fixture.running()
    await fixture.settle(Promise.all(Array.from({ length: 20 }, () => engine.openAccount(demo))))
    await fixture.settle(engine.openAccount(demo))
    assert.equal(fixture.store.tables.transfers.get(demo.userId)?.length, 1)
  })

  test('cannot close an order of another user, nor an order twice', async () => {
    const fixture = await createEngineFixture()
    const { id } = orderOf(await fixture.settle(fixture.submit(demo, buy)))
    const close = { kind: 'close_order', orderId: id, lots: null } as const
    const reason = (result: SubmitResult) => (result.kind === 'refused' ? result.reason : result.kind)
    assert.equal(reason(await fixture.settle(fixture.submit(other, close))), 'order_not_found')
    const twice = await fixture.settle(
      Promise.all([fixture.submit(demo, close), fixture.submit(demo, close)]),
    )
    assert.deepEqual(twice.map(reason), ['done', 'order_not_open'])
    assert.equal(reason(await fixture.settle(fixture.submit(demo, close))), 'order_not_open')
    assert.equal(reason(await fixture.settle(fixture.submit(other, close))), 'order_not_found')
  })

  test('know the closed part of an order before it is committed', async () => {
    const fixture = await createEngineFixture()
    const { id } = orderOf(await fixture.settle(fixture.submit(demo, buy)))
    fixture.store.setCommitResult('held')
    const part = fixture.submit(demo, { kind: 'close_order', orderId: id, lots: '0.04' })
    await turn()
    const late = fixture.submit(demo, {
      kind: 'set_stops',
      orderId: id + 1,
      stopLoss: null,
      takeProfit: null,
    })
    const others = fixture.submit(other, { kind: 'cancel_order', orderId: id + 1 })
    await turn()
    fixture.store.release()
    assert.equal(orderOf(await fixture.settle(part)).id, id + 1)
    const [mine, theirs] = await fixture.settle(Promise.all([late, others]))
    assert.ok(mine.kind === 'refused' && mine.reason === 'order_not_open')
    assert.ok(theirs.kind === 'refused' && theirs.reason === 'order_not_found')
  })

  test('are credited once for a deposit that is submitted repeatedly', async () => {
    const fixture = await createEngineFixture()
    const deposit = { kind: 'deposit', amount: micros(5_000_000), reference: 'deposit:1' } as const
    const answers = Array.from({ length: 10 }, () => fixture.submit(real, deposit))
    const kinds = (await fixture.settle(Promise.all(answers))).map(({ kind }) => kind)
    assert.deepEqual(kinds.filter((kind) => kind === 'done').length, 1)
    fixture.time.advance(11 * 60_000)
    await fixture.settle(fixture.running().engine.sweep())
    assert.equal((await fixture.settle(fixture.submit(real, deposit))).kind, 'refused')
    assert.equal((await fixture.settle(fixture.submit(other, deposit))).kind, 'refused')
    assert.equal(fixture.store.tables.accounts.get(real.userId)?.cash, 5_000_000)
  })
})

describe('stopping', () => {
  test('while a bad command is isolated writes nothing afterwards', async () => {
    const gate = Promise.withResolvers<void>()
    let commits = 0
    let isEnded = false
    const late: number[] = []
    const fixture = await createEngineFixture((store) => ({
      ...store,
      commit: async (lease, batch) => {
        commits += 1
        if (isEnded) late.push(batch.seq)
        if (commits === 4) throw new BatchRefused('refused')
        if (commits === 5) await gate.promise
        return await store.commit(lease, batch)
      },
    }))
    const { engine } = fixture.running()
    for (const owner of [demo, other]) await fixture.settle(engine.openAccount(owner))
    const answers = [demo, other, demo, other].map((owner) => fixture.submit(owner, buy))
    for (let turns = 0; turns < 6; turns += 1) await turn()
    assert.equal(commits, 5)
    const stopping = engine.stop()
    fixture.time.advance(10_000)
    await stopping
    isEnded = true
    gate.resolve()
    for (let turns = 0; turns < 20; turns += 1) await turn()
    assert.deepEqual([late, engine.isReady()], [[], false])
    const kinds = (await Promise.all(answers)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['done', 'unknown', 'busy', 'busy'])
  })

  for (const commitResult of ['held', 'held_then_failed'] as const)
    test(`is final, even if a commit ends later (${commitResult})`, async () => {
      const fixture = await createEngineFixture()
      fixture.store.setCommitResult(commitResult)
      const answer = fixture.submit(demo, buy)
      await turn()
      const stopped = fixture.running().engine.stop()
      fixture.time.advance(10_000)
      await stopped
      fixture.store.release()
      for (let turns = 0; turns < 10; turns += 1) await turn()
      assert.equal((await answer).kind, 'unknown')
      assert.equal(fixture.running().engine.isReady(), false)
      assert.equal(fixture.running().isLost(), false)
    })

  test('commits what was decided and refuses new commands', async () => {
    const fixture = await createEngineFixture()
    fixture.store.setCommitResult('held')
    const answer = fixture.submit(demo, buy)
    await turn()
    const stopped = fixture.running().engine.stop()
    assert.equal((await fixture.submit(other, buy)).kind, 'busy')
    fixture.store.release()
    await fixture.settle(stopped)
    assert.equal((await answer).kind, 'done')
    assert.equal(fixture.running().engine.isReady(), false)
  })
})

describe('the start', () => {
  for (const failing of ['takeLease', 'load'] as const) {
    test(`is repeated if ${failing} fails, and takes the lease once`, async () => {
      const leases: unknown[] = []
      let failures = 3
      const fail = (name: string) => {
        if (name !== failing || failures === 0) return
        failures -= 1
        throw new Error('the query timed out')
      }
      const fixture = await createEngineFixture((store) => ({
        ...store,
        async takeLease(...args) {
          fail('takeLease')
          const lease = await store.takeLease(...args)
          leases.push(lease)
          return lease
        },
        async load(...args) {
          fail('load')
          return await store.load(...args)
        },
      }))
      assert.deepEqual([failures, leases.length], [0, 1])
      assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'done')
      noFaults(fixture)
    })

    test(`fails after five failures of ${failing}`, async () => {
      const fail = async () => {
        throw new Error('the query timed out')
      }
      const start = createEngineFixture((store) => ({ ...store, [failing]: fail }))
      await assert.rejects(start, /the query timed out/)
    })
  }
})
