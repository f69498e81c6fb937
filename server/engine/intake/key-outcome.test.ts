import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CommandRequest, KeyOutcome, SubmitResult } from '#server/engine/engine.ts'
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
import { fc } from '#test/fast-check.ts'
import { sampledRuns } from '#test/sampling.ts'
import { turn } from '#test/trading-day/engine-side.ts'
import type { CommitResult } from '#test/trading-day/memory-store.ts'

const hourMs = 3_600_000

function outcomeOf(
  fixture: EngineFixture,
  key: string,
  seenAtMs = fixture.time.clock.now(),
): Promise<KeyOutcome> {
  return fixture.settle(fixture.running().engine.outcomeOf(demo, key, seenAtMs))
}

function ordersIn({ store }: EngineFixture): number {
  return [...store.tables.orders.values()].filter(({ userId }) => userId === demo.userId).length
}

describe('the outcome of a key', () => {
  test('that was used is the first outcome, before and after a restart', async () => {
    const fixture = await createEngineFixture()
    const placed = await fixture.settle(fixture.submit(demo, buy, keyed('used')))
    assert.deepEqual(await outcomeOf(fixture, 'used'), { kind: 'decided', outcome: placed })
    await fixture.restart()
    assert.deepEqual(await outcomeOf(fixture, 'used'), { kind: 'decided', outcome: placed })
  })

  test('of a refusal is that refusal', async () => {
    const fixture = await createEngineFixture()
    fixture.state('closed')
    const refusal = await fixture.settle(fixture.submit(demo, buy, keyed('refused')))
    assert.equal(refusal.kind === 'refused' && refusal.reason, 'market_closed')
    assert.deepEqual(await outcomeOf(fixture, 'refused'), { kind: 'decided', outcome: refusal })
  })

  test('that is decided waits for the commit', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(other, buy))
    fixture.store.setCommitResult('held')
    const placing = fixture.submit(demo, buy, keyed('slow'))
    await turn()
    const lookup = fixture.running().engine.outcomeOf(demo, 'slow', fixture.time.clock.now())
    await turn()
    fixture.store.release()
    const placed = await fixture.settle(placing)
    assert.deepEqual(await fixture.settle(lookup), { kind: 'decided', outcome: placed })
  })

  test('that was never used is `never`, and burns the key', async () => {
    const fixture = await createEngineFixture()
    assert.deepEqual(await outcomeOf(fixture, 'lost'), { kind: 'never' })
    const cancel: CommandRequest = { kind: 'cancel_order', orderId: 1 }
    const tooLate = { kind: 'refused', reason: 'too_late' }
    for (const isRestarted of [false, true]) {
      if (isRestarted) await fixture.restart()
      if (isRestarted) fixture.state('open')
      if (isRestarted) fixture.quote(110_000)
      assert.deepEqual(await fixture.settle(fixture.submit(demo, buy, keyed('lost'))), tooLate)
      assert.deepEqual(
        await fixture.settle(fixture.submit(demo, buy, keyed('lost', 'b'.repeat(64)))),
        tooLate,
      )
      assert.deepEqual(await fixture.settle(fixture.submit(demo, cancel, keyed('lost'))), tooLate)
      assert.deepEqual(await outcomeOf(fixture, 'lost'), { kind: 'never' })
    }
    // The cache drops keys after ten minutes; the Bloom filter and the table do not.
    fixture.time.advance(11 * 60_000)
    assert.deepEqual(await fixture.settle(fixture.submit(demo, buy, keyed('lost'))), tooLate)
    assert.equal(ordersIn(fixture), 0)
  })

  test('does not burn the same key of another user', async () => {
    const fixture = await createEngineFixture()
    assert.deepEqual(await outcomeOf(fixture, 'shared'), { kind: 'never' })
    assert.equal((await fixture.settle(fixture.submit(other, buy, keyed('shared')))).kind, 'done')
  })

  test('of a ticket with invalid input is `never`, as its refusal is not stored', async () => {
    const fixture = await createEngineFixture()
    const mistyped: CommandRequest = { kind: 'open_order', ticket: { ...ticket, lots: 'x' } }
    assert.equal((await fixture.settle(fixture.submit(demo, mistyped, keyed('typo')))).kind, 'refused')
    assert.deepEqual(await outcomeOf(fixture, 'typo'), { kind: 'never' })
  })

  test('of more than 23 hours ago is `expired`, and the key is not burned', async () => {
    const fixture = await createEngineFixture()
    const nowMs = fixture.time.clock.now()
    assert.deepEqual(await outcomeOf(fixture, 'old', nowMs - 23 * hourMs - 1), { kind: 'expired' })
    assert.equal((await fixture.settle(fixture.submit(demo, buy, keyed('old')))).kind, 'done')
    assert.equal((await outcomeOf(fixture, 'edge', nowMs - 23 * hourMs)).kind, 'never')
  })

  test('is returned even for a frozen account', async () => {
    const fixture = await createEngineFixture()
    await fixture.settle(fixture.submit(demo, buy, keyed('before')))
    // A command without its ticket makes the decision throw, which freezes the account.
    const broken = { kind: 'open_order' } as CommandRequest
    assert.equal((await fixture.settle(fixture.submit(demo, broken))).kind, 'fault')
    assert.equal((await fixture.settle(fixture.submit(demo, buy))).kind, 'frozen')
    assert.equal((await outcomeOf(fixture, 'before')).kind, 'decided')
    assert.equal((await outcomeOf(fixture, 'after')).kind, 'never')
  })
})

type Step =
  | { readonly kind: 'submit'; readonly isOther: boolean }
  | { readonly kind: 'look_up' | 'crash' | 'turn' | 'let_go' }
  | { readonly kind: 'commit_result'; readonly commitResult: CommitResult }
  | { readonly kind: 'pass'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('submit' as const), isOther: fc.boolean() }) },
  { weight: 6, arbitrary: fc.constant({ kind: 'look_up' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'turn' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'crash' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'let_go' } as const) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<CommitResult>(
        'failed',
        'reply_lost',
        'written_before_next_lease',
        'fenced_by_next_lease',
        'held',
        'held_then_failed',
      )
      .map((commitResult) => ({ kind: 'commit_result', commitResult }) as const),
  },
  { weight: 2, arbitrary: fc.constantFrom(1, 3_000, 6_000).map((ms) => ({ kind: 'pass', ms }) as const) },
)

const key = 'one key'

/** Runs the steps on one key and returns all results. */
async function runSteps(fixture: EngineFixture, steps: readonly Step[]) {
  const results: (SubmitResult | KeyOutcome)[] = []
  const inProgress: Promise<unknown>[] = []
  const collect = (result: Promise<SubmitResult | KeyOutcome>) => {
    const { engine } = fixture.running()
    // A killed process delivers no result, so the results of earlier engines are dropped.
    const collected = result.then((one) => void (engine === fixture.running().engine && results.push(one)))
    inProgress.push(collected.catch(() => undefined))
  }
  for (const one of steps) {
    if (one.kind === 'submit')
      collect(fixture.submit(demo, buy, keyed(key, (one.isOther ? 'b' : 'a').repeat(64))))
    else if (one.kind === 'look_up')
      collect(fixture.running().engine.outcomeOf(demo, key, fixture.time.clock.now()))
    else if (one.kind === 'commit_result') fixture.store.setCommitResult(one.commitResult)
    else if (one.kind === 'pass') fixture.time.advance(one.ms)
    else if (one.kind === 'let_go') fixture.store.release()
    else if (one.kind === 'crash') {
      await fixture.restart()
      fixture.state('open')
      fixture.quote(110_000)
    } else await turn()
  }
  fixture.store.release()
  for (let turns = 0; turns < 20; turns += 1) {
    fixture.time.advance(1000)
    await turn()
  }
  return results
}

test('any sequence of submits, lookups and crashes with one key has at most one effect, and none after `never`', async () => {
  const counts = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const fixture = await createEngineFixture()
      const results = await runSteps(fixture, steps)
      fixture.store.setCommitResult('committed')
      await fixture.restart()
      fixture.state('open')
      fixture.quote(110_000)
      const last = await outcomeOf(fixture, key)
      const late = await fixture.settle(fixture.submit(demo, buy, keyed(key)))
      const count = ordersIn(fixture)
      const wasNever = results.some(({ kind }) => kind === 'never')
      const done = results.filter((one) => one.kind === 'done')
      assert.ok(count <= 1, `${count} orders`)
      assert.equal(last.kind, count === 1 ? 'decided' : 'never')
      if (wasNever) assert.equal(count, 0, 'an order was opened after `never`')
      if (count === 0) assert.deepEqual(late, { kind: 'refused', reason: 'too_late' })
      if (done.length > 0) assert.equal(count, 1)
      for (const one of done) assert.equal(orderOf(one).id, 1)
      for (const { kind } of results) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      assert.deepEqual([fixture.store.faults, fixture.alarms], [[], []])
    }),
    { numRuns: sampledRuns(300) },
  )
  // Every kind of result must have occurred, or the test proves little.
  for (const kind of ['done', 'decided', 'never', 'refused', 'unknown', 'mismatch'])
    assert.ok((counts.get(kind) ?? 0) > 0, `${kind} never happened`)
})
