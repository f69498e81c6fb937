// Deposits and withdrawals on the real database: concurrent, random, and after restarts.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros, rate } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { type CommandRequest, createEngine, type Engine, type SubmitResult } from '#server/engine/engine.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { createStoreFixture, type StoreFixture } from '#test/engine/store-fixture.ts'
import { fc } from '#test/fast-check.ts'
import { createSeededBytes } from '#test/trading-day/scenario/seeded-random.ts'

const dollar = 1_000_000
const dayMs = 86_400_000
const terms = { currency: 'USDT', decimals: 2, fee: micros(dollar), rate: rate(1_000_000_000) }

describe('money on the real database', () => {
  let fixture: StoreFixture
  let engine: Engine
  let starts = 0
  const time = createFakeTimers(Date.UTC(2026, 0, 5))

  async function start(): Promise<void> {
    starts += 1
    engine = await createEngine({
      ...{ store: fixture.store, markets, lastPrices: [], feed: 'test', holder: `test ${starts}` },
      ...{ clock: time.clock, timers: time, metrics: createMetrics(), publish: () => undefined },
      onMarketEvent: () => () => undefined,
      onLeaseLost: () => undefined,
      random: createSeededBytes(starts),
      log: { error: assert.fail, warn: () => undefined, info: () => undefined },
      feeMode: () => 'per_lot',
      isRealOpeningBlocked: () => false,
    })
  }
  before(async () => {
    fixture = await createStoreFixture()
    await start()
  })
  after(async () => {
    await engine.stop()
    await fixture.database.drop()
  })

  const submit = async (userId: number, request: CommandRequest): Promise<string> =>
    nameOf(await engine.submit({ userId, isDemo: false }, request))
  const rows = async (sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await fixture.database.query<Readonly<Record<string, unknown>>>(sql)).rows

  async function newUser(dollars: number): Promise<number> {
    const userId = await insertUser(fixture.database)
    const amount = micros(dollars * dollar)
    const first = { kind: 'deposit', amount, reference: `first:${userId}` } as const
    assert.equal(await submit(userId, first), 'done')
    return userId
  }

  test('of 100 parallel withdrawals of the whole balance one is locked', async () => {
    const userId = await newUser(100)
    const asked = Array.from({ length: 100 }, (_, at) =>
      submit(userId, {
        kind: 'request_withdrawal',
        amount: micros(100 * dollar),
        reference: `all:${userId}:${at}`,
        terms,
      }),
    )
    const answers = Map.groupBy(await Promise.all(asked), (answer) => answer)
    assert.equal(answers.get('done')?.length, 1)
    assert.equal(answers.get('insufficient_balance')?.length, 99)
    const [account] = await rows(
      `select cash::float8, locked::float8 from trading_accounts where user_id = ${userId}`,
    )
    assert.deepEqual({ ...account }, { cash: 0, locked: 100 * dollar })
  })

  test('a deposit finished by two operators at once is credited once', async () => {
    const userId = await newUser(1)
    const amount = micros(50 * dollar)
    const deposit = { kind: 'deposit', amount, reference: `twice:${userId}`, result: 'credited' } as const
    const answers = await Promise.all([1, 2].map((operatorId) => submit(userId, { ...deposit, operatorId })))
    assert.deepEqual(answers.toSorted(), ['done', 'movement_exists'])
    const [account] = await rows(`select cash::float8 from trading_accounts where user_id = ${userId}`)
    assert.equal(account?.['cash'], 51 * dollar)
  })

  test('a withdrawal is unknown to another user, at once and after it was read from the database', async () => {
    const [owner, other] = [await newUser(100), await newUser(100)]
    const withdrawal = (userId: number): CommandRequest => ({
      kind: 'request_withdrawal',
      amount: micros(50 * dollar),
      reference: `own:${userId}`,
      terms,
    })
    for (const userId of [owner, other]) assert.equal(await submit(userId, withdrawal(userId)), 'done')
    const reference = `own:${owner}`
    const cancel = { kind: 'advance_withdrawal', reference, to: 'cancelled', operatorId: null } as const
    assert.equal(await submit(other, cancel), 'movement_unknown')
    await engine.stop()
    time.advance(dayMs)
    await start()
    assert.equal(await submit(other, cancel), 'movement_unknown')
    assert.equal(await submit(owner, cancel), 'done')
    for (const [userId, locked] of [
      [owner, 0],
      [other, 50 * dollar],
    ] as const)
      assert.deepEqual(await rows(`select locked::float8 from trading_accounts where user_id = ${userId}`), [
        { locked },
      ])
  })

  const amount = fc.integer({ min: 1, max: 60 }).map((dollars) => micros(dollars * dollar))
  const slot = fc.integer({ min: 0, max: 3 })
  const operatorId = fc.integer({ min: 1, max: 3 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('deposit' as const), slot, amount, operatorId }),
    fc.record({ kind: fc.constant('request_withdrawal' as const), slot, amount }),
    fc.record({ kind: fc.constant('void_withdrawal' as const), slot, amount }),
    fc.record({
      kind: fc.constant('advance_withdrawal' as const),
      slot,
      operatorId,
      to: fc.constantFrom('reviewing', 'reviewing', 'approved', 'paying', 'sent', 'returned', 'cancelled'),
    }),
    fc.record({
      kind: fc.constant('adjust' as const),
      slot,
      amount,
      operatorId,
      direction: fc.constantFrom('up', 'down'),
    }),
    fc.constant({ kind: 'restart' as const }),
  )
  type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

  function requestOf(userId: number, each: Exclude<Step, { readonly kind: 'restart' }>): CommandRequest {
    const name = each.kind === 'deposit' || each.kind === 'adjust' ? each.kind : 'withdrawal'
    const reference = `${name}:${userId}:${each.slot}`
    if (each.kind === 'deposit')
      return {
        kind: each.kind,
        reference,
        amount: each.amount,
        result: 'credited',
        operatorId: each.operatorId,
      }
    if (each.kind === 'request_withdrawal') return { kind: each.kind, reference, amount: each.amount, terms }
    if (each.kind === 'void_withdrawal')
      return { kind: each.kind, reference, amount: each.amount, note: 'timeout' }
    const by = { reference, operatorId: each.operatorId }
    if (each.kind === 'adjust')
      return {
        ...by,
        kind: each.kind,
        amount: each.amount,
        direction: each.direction,
        approverId: (each.operatorId % 3) + 1,
        memo: 'Correction',
      }
    return {
      ...by,
      kind: each.kind,
      to: each.to,
      operatorId: each.to === 'cancelled' ? null : each.operatorId,
      ...(each.to === 'returned'
        ? { note: 'The name differs', secondOperatorId: (each.operatorId % 3) + 1 }
        : {}),
      ...(each.to === 'sent' ? { payment: 'tx' } : {}),
    }
  }

  test('random commands keep every rule of the ledger, also after restarts', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const userId = await newUser(20)
        for (const each of steps) {
          if (each.kind === 'restart') {
            await engine.stop()
            await start()
          } else if ((await submit(userId, requestOf(userId, each))) === 'done') done += 1
        }
        await assertLedger(userId)
      }),
      { numRuns: 30 },
    )
    assert.ok(done > 100, `${done} commands were done`)
  })

  async function assertLedger(userId: number): Promise<void> {
    const [account] = await rows(
      `select cash::float8, locked::float8,
         (select coalesce(sum(amount), 0)::float8 from movements
          where user_id = ${userId} and state in ('locked', 'reviewing', 'approved', 'paying')) as open,
         (select coalesce(sum(case when destination = 'cash' then amount when source = 'cash' then -amount else 0 end), 0)::float8
          from transfers where user_id = ${userId}) as moved
       from trading_accounts where user_id = ${userId}`,
    )
    assert.ok(Number(account?.['cash']) >= 0, 'cash is negative')
    assert.equal(account?.['locked'], account?.['open'], 'locked is not the sum of the open withdrawals')
    assert.equal(account?.['cash'], account?.['moved'], 'cash is not the sum of its transfers')
    const twice = await rows(
      `select reference from transfers where user_id = ${userId}
       group by reference, source, destination having count(*) > 1`,
    )
    assert.deepEqual(twice, [], 'a transfer was made twice under one reference')
    const [sum] = await rows(
      `select ((select sum(cash + locked) from trading_accounts) + (select sum(balance) from house_balances))::float8 as sum`,
    )
    assert.equal(sum?.['sum'], 0, 'the books do not sum to zero')
  }
})

function nameOf(result: SubmitResult): string {
  return result.kind === 'refused' ? result.reason : result.kind
}
