import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
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
import type { Fate } from '#test/trading-day/memory-store.ts'
import { turn } from '#test/trading-day/start-engine.ts'

const hourMs = 3_600_000

function outcomeOf(
  stage: EngineFixture,
  key: string,
  seenAtMs = stage.time.clock.now(),
): Promise<KeyOutcome> {
  return stage.settle(stage.running().engine.outcomeOf(demo, key, seenAtMs))
}

function ordersIn({ store }: EngineFixture): number {
  return [...store.tables.orders.values()].filter(({ userId }) => userId === demo.userId).length
}

describe('the outcome of a key', () => {
  test('that was decided is that outcome, before and after a restart', async () => {
    const stage = await createEngineFixture()
    const placed = await stage.settle(stage.submit(demo, buy, keyed('used')))
    assert.deepEqual(await outcomeOf(stage, 'used'), { kind: 'decided', outcome: placed })
    await stage.startAgain()
    assert.deepEqual(await outcomeOf(stage, 'used'), { kind: 'decided', outcome: placed })
  })

  test('of a refusal is that refusal', async () => {
    const stage = await createEngineFixture()
    stage.state('closed')
    const refusal = await stage.settle(stage.submit(demo, buy, keyed('refused')))
    assert.equal(refusal.kind === 'refused' && refusal.reason, 'market_closed')
    assert.deepEqual(await outcomeOf(stage, 'refused'), { kind: 'decided', outcome: refusal })
  })

  test('that is decided but not on disk yet waits until it is', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.submit(other, buy))
    stage.store.setFate('held')
    const placing = stage.submit(demo, buy, keyed('slow'))
    await turn()
    const asking = stage.running().engine.outcomeOf(demo, 'slow', stage.time.clock.now())
    await turn()
    stage.store.letGo()
    const placed = await stage.settle(placing)
    assert.deepEqual(await stage.settle(asking), { kind: 'decided', outcome: placed })
  })

  test('that was never used is never, and makes it unusable for whatever comes later', async () => {
    const stage = await createEngineFixture()
    assert.deepEqual(await outcomeOf(stage, 'lost'), { kind: 'never' })
    const cancel: CommandRequest = { kind: 'cancel_order', orderId: 1 }
    const tooLate = { kind: 'refused', reason: 'too_late' }
    for (const isRestarted of [false, true]) {
      if (isRestarted) await stage.startAgain()
      if (isRestarted) stage.state('open')
      if (isRestarted) stage.quote(110_000)
      assert.deepEqual(await stage.settle(stage.submit(demo, buy, keyed('lost'))), tooLate)
      assert.deepEqual(await stage.settle(stage.submit(demo, buy, keyed('lost', 'b'.repeat(64)))), tooLate)
      assert.deepEqual(await stage.settle(stage.submit(demo, cancel, keyed('lost'))), tooLate)
      assert.deepEqual(await outcomeOf(stage, 'lost'), { kind: 'never' })
    }
    // Memory forgets keys after ten minutes; the filter and the table do not.
    stage.time.advance(11 * 60_000)
    assert.deepEqual(await stage.settle(stage.submit(demo, buy, keyed('lost'))), tooLate)
    assert.equal(ordersIn(stage), 0)
  })

  test('belongs to its user: the same key of another is not touched', async () => {
    const stage = await createEngineFixture()
    assert.deepEqual(await outcomeOf(stage, 'shared'), { kind: 'never' })
    assert.equal((await stage.settle(stage.submit(other, buy, keyed('shared')))).kind, 'done')
  })

  test('of a ticket that was mistyped is never: nothing was kept under it', async () => {
    const stage = await createEngineFixture()
    const mistyped: CommandRequest = { kind: 'open_order', ticket: { ...ticket, lots: 'x' } }
    assert.equal((await stage.settle(stage.submit(demo, mistyped, keyed('typo')))).kind, 'refused')
    assert.deepEqual(await outcomeOf(stage, 'typo'), { kind: 'never' })
  })

  test('of more than 23 hours ago is expired, and nothing is burned', async () => {
    const stage = await createEngineFixture()
    const nowMs = stage.time.clock.now()
    assert.deepEqual(await outcomeOf(stage, 'old', nowMs - 23 * hourMs - 1), { kind: 'expired' })
    assert.equal((await stage.settle(stage.submit(demo, buy, keyed('old')))).kind, 'done')
    assert.equal((await outcomeOf(stage, 'edge', nowMs - 23 * hourMs)).kind, 'never')
  })

  test('is told to a frozen account, too', async () => {
    const stage = await createEngineFixture()
    await stage.settle(stage.submit(demo, buy, keyed('before')))
    // A command without its ticket breaks its own decision, which freezes the account.
    const broken = { kind: 'open_order' } as CommandRequest
    assert.equal((await stage.settle(stage.submit(demo, broken))).kind, 'fault')
    assert.equal((await stage.settle(stage.submit(demo, buy))).kind, 'frozen')
    assert.equal((await outcomeOf(stage, 'before')).kind, 'decided')
    assert.equal((await outcomeOf(stage, 'after')).kind, 'never')
  })
})

type Step =
  | { readonly kind: 'submit'; readonly isOther: boolean }
  | { readonly kind: 'ask' | 'crash' | 'turn' | 'let_go' }
  | { readonly kind: 'fate'; readonly fate: Fate }
  | { readonly kind: 'pass'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('submit' as const), isOther: fc.boolean() }) },
  { weight: 6, arbitrary: fc.constant({ kind: 'ask' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'turn' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'crash' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'let_go' } as const) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<Fate>('lost', 'unheard', 'running', 'overtaken', 'held', 'held_lost')
      .map((fate) => ({ kind: 'fate', fate }) as const),
  },
  { weight: 2, arbitrary: fc.constantFrom(1, 3_000, 6_000).map((ms) => ({ kind: 'pass', ms }) as const) },
)

const key = 'one key'

/** Submits, asks, crashes and repeats one key in some order, and says what everyone heard. */
async function lead(stage: EngineFixture, steps: readonly Step[]) {
  const heard: (SubmitResult | KeyOutcome)[] = []
  const underWay: Promise<unknown>[] = []
  const hear = (answer: Promise<SubmitResult | KeyOutcome>) => {
    const { engine } = stage.running()
    // The answer of a killed process is never delivered.
    const told = answer.then((one) => void (engine === stage.running().engine && heard.push(one)))
    underWay.push(told.catch(() => undefined))
  }
  for (const one of steps) {
    if (one.kind === 'submit') hear(stage.submit(demo, buy, keyed(key, (one.isOther ? 'b' : 'a').repeat(64))))
    else if (one.kind === 'ask') hear(stage.running().engine.outcomeOf(demo, key, stage.time.clock.now()))
    else if (one.kind === 'fate') stage.store.setFate(one.fate)
    else if (one.kind === 'pass') stage.time.advance(one.ms)
    else if (one.kind === 'let_go') stage.store.letGo()
    else if (one.kind === 'crash') {
      await stage.startAgain()
      stage.state('open')
      stage.quote(110_000)
    } else await turn()
  }
  stage.store.letGo()
  for (let turns = 0; turns < 20; turns += 1) {
    stage.time.advance(1000)
    await turn()
  }
  return heard
}

test('any order of submits, outcomes, crashes and repeats of a key has at most one effect, and none after never', async () => {
  const ends = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const stage = await createEngineFixture()
      const heard = await lead(stage, steps)
      stage.store.setFate('kept')
      await stage.startAgain()
      stage.state('open')
      stage.quote(110_000)
      const last = await outcomeOf(stage, key)
      const late = await stage.settle(stage.submit(demo, buy, keyed(key)))
      const count = ordersIn(stage)
      const wasNever = heard.some(({ kind }) => kind === 'never')
      const done = heard.filter((one) => one.kind === 'done')
      assert.ok(count <= 1, `${count} orders`)
      assert.equal(last.kind, count === 1 ? 'decided' : 'never')
      if (wasNever) assert.equal(count, 0, 'an order was opened although nothing was to be done')
      if (count === 0) assert.deepEqual(late, { kind: 'refused', reason: 'too_late' })
      if (done.length > 0) assert.equal(count, 1)
      for (const one of done) assert.equal(orderOf(one).id, 1)
      for (const { kind } of heard) ends.set(kind, (ends.get(kind) ?? 0) + 1)
      assert.deepEqual([stage.store.faults, stage.alarms], [[], []])
    }),
    { numRuns: 300 },
  )
  // A run in which these never came would have shown little.
  for (const end of ['done', 'decided', 'never', 'refused', 'unknown', 'mismatch'])
    assert.ok((ends.get(end) ?? 0) > 0, `${end} never came`)
})
