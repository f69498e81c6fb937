import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountPushOf } from '#contract/account-wire.ts'
import { micros, price } from '#core/money/amounts.ts'
import { accountFrame, createAccountTopic, isSameAccount } from '#server/live/account-topic.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { Push } from '#server/live/topic.ts'
import type { AccountSnapshot } from '#server/portfolio/portfolio.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { createFakePortfolio } from '#test/live/fake-portfolio.ts'
import type { Frame } from '#test/live/live-client.ts'

describe('own trades topic', () => {
  /** A follower that may be told every sequence. */
  const latest = Number.POSITIVE_INFINITY

  function ownTopic() {
    const own = createFakePortfolio()
    const topic = createAccountTopic({
      watcher: own.portfolio.subscribe(1),
      clock: { now: () => 1_790_000_000_000 },
    })
    return { own, topic }
  }

  function frameOf({ frame }: Push): Frame {
    return JSON.parse(frame.toString('utf8', frame.length < 128 ? 2 : 4))
  }

  function figuresOf(pushes: readonly Push[]): readonly (readonly unknown[])[] {
    return pushes.map(frameOf).map(({ data, snapshot }) => {
      const { ProfitsTotal, QuoteSeq } = data as Frame
      return snapshot === true ? [ProfitsTotal, QuoteSeq, 'snapshot'] : [ProfitsTotal, QuoteSeq]
    })
  }

  test('tells every field of the wire', () => {
    const { own, topic } = ownTopic()
    own.show(1, -1_500_000, 9)
    const [push] = topic.snapshot(latest)
    assert.ok(push !== undefined)
    assert.deepEqual(frameOf(push), {
      topic: 'FOREX_TRADE',
      data: {
        ...{ ProfitsTotal: '-1.500000', HazardRate: null, CautionMoneyAll: '0.000000' },
        ...{ NetValue: '-1.500000', MidNetValue: '-1.500000' },
        ...{
          Balance: '0.000000',
          Locked: '0.000000',
          Available: '-1.500000',
          PrepaymentRatio: null,
          TransOrder: [],
        },
        ...{ QuoteSeq: 9, OrdersMark: '0badcafe', Notice: null },
      },
      QuoteSeq: 9,
      Now: 1_790_000_000_000,
      snapshot: true,
    })
  })

  test('there is nothing to show before the account is read; the first figures are the snapshot then', () => {
    const { own, topic } = ownTopic()
    assert.deepEqual(topic.snapshot(latest), [])
    topic.prepareFlush()
    assert.deepEqual(topic.updates(latest), [])
    own.show(1, 1_000_000, 5)
    topic.prepareFlush()
    assert.deepEqual(figuresOf(topic.updates(latest)), [['1.000000', 5, 'snapshot']])
    own.show(1, 2_000_000, 6)
    topic.prepareFlush()
    assert.deepEqual(figuresOf(topic.updates(latest)), [['2.000000', 6]])
  })

  test('figures that are the same as before are no news, although later prices came', () => {
    const { own, topic } = ownTopic()
    own.show(1, 1_000_000, 5)
    topic.prepareFlush()
    assert.equal(topic.updates(latest).length, 1)
    own.show(1, 1_000_000, 6)
    topic.prepareFlush()
    assert.deepEqual(topic.updates(latest), [])
    assert.deepEqual(figuresOf(topic.snapshot(latest)), [['1.000000', 6, 'snapshot']])
  })

  test('of many changes between two flushes the last one is told, and it is looked at once in a flush', () => {
    const { own, topic } = ownTopic()
    for (let seq = 1; seq <= 10; seq++) own.show(1, seq * 1_000_000, seq)
    topic.prepareFlush()
    assert.equal(own.asked.count, 0, 'what nobody asks for is not computed')
    const news = topic.updates(latest)
    own.show(1, 11_000_000, 11)
    assert.equal(topic.updates(latest), news, 'what changes during a flush is told by the next one')
    assert.equal(own.asked.count, 1)
    assert.deepEqual(figuresOf(news), [['10.000000', 10, 'snapshot']])
  })

  test('whoever has been shown the snapshot is not told the same again; whoever has not is', () => {
    const { own, topic } = ownTopic()
    own.show(1, 1_000_000, 1)
    const [shown] = topic.snapshot(latest)
    topic.prepareFlush()
    const [told] = topic.updates(latest)
    own.show(1, 2_000_000, 2)
    topic.prepareFlush()
    const [next] = topic.updates(latest)
    assert.ok(shown !== undefined && told !== undefined && next !== undefined)
    assert.ok(told.version < shown.version && shown.version < next.version)
  })

  test('a snapshot in the middle of a flush keeps nobody from being told what comes after it', () => {
    const { own, topic } = ownTopic()
    own.show(1, 1_000_000, 1)
    topic.prepareFlush()
    topic.updates(latest)
    own.show(1, 2_000_000, 2)
    topic.prepareFlush()
    // One subscribes now, and what the others are told by this flush is settled by it.
    const [shown] = topic.snapshot(latest)
    own.show(1, 3_000_000, 3)
    assert.deepEqual(figuresOf(topic.updates(latest)), [['2.000000', 2]])
    topic.prepareFlush()
    const [next] = topic.updates(latest)
    assert.ok(shown !== undefined && next !== undefined)
    assert.deepEqual(figuresOf([next]), [['3.000000', 3]])
    assert.ok(shown.version < next.version)
  })

  test('a follower that has been sent older prices gets their sequence beside the same figures', () => {
    const { own, topic } = ownTopic()
    own.show(1, 1_000_000, 9)
    topic.prepareFlush()
    const pushes = [latest, 7, 7, 9].map((sentSeq) => topic.updates(sentSeq))
    const told = [...pushes.flat(), ...topic.snapshot(8)].map(frameOf)
    assert.deepEqual(
      told.map(({ QuoteSeq, data }) => [QuoteSeq, (data as Frame)['QuoteSeq']]),
      [9, 7, 7, 9, 8].map((sentSeq) => [sentSeq, 9]),
    )
    assert.equal(pushes[1], pushes[2], 'equal sequences share the bytes')
  })

  test('lets go of the account when nobody follows it', () => {
    const { own, topic } = ownTopic()
    assert.equal(own.watchersOf(1), 1)
    topic.close()
    assert.equal(own.watchersOf(1), 0)
  })
})

describe('account frame', () => {
  const amounts = { balance: micros(1), profit: micros(-2), netValue: micros(-1), midNetValue: micros(-1) }
  const others = { usedMargin: micros(5), available: micros(6), locked: micros(0) }
  const order = openOrder({ id: 12, userId: 1 })

  /** An outer sequence that differs from that of the figures, and the largest numbers there can be. */
  const stamp = { QuoteSeq: 9, Now: 1_790_000_000_000 }
  const longest = { QuoteSeq: Number.MAX_SAFE_INTEGER, Now: Number.MAX_SAFE_INTEGER }

  function watchOf(orders: number): AccountSnapshot {
    const figures = { order, closing: price(108_420), profit: micros(-2) }
    return {
      funds: { ...amounts, ...others, riskRate: 8, marginRatio: null, quoteSeq: 10, ordersMark: '0badcafe' },
      orders: Array.from({ length: orders }, () => figures),
      notice: { id: 3, riskRate: 9_999, atMs: 1_800_000_000_123 },
    }
  }

  for (const orders of [0, 1, 5, 500, 501]) {
    test(`the push of an account with ${orders} orders is a frame of its JSON`, () => {
      const watch = watchOf(orders)
      for (const told of [stamp, longest]) {
        const push = { topic: 'FOREX_TRADE', data: accountPushOf(watch), ...told }
        assert.deepEqual(accountFrame(watch, 'news', told), encodeFrame(JSON.stringify(push)))
        assert.deepEqual(
          accountFrame(watch, 'snapshot', told),
          encodeFrame(JSON.stringify({ ...push, snapshot: true })),
        )
      }
    })
  }

  test('a frame stays as it is when the next one is made', () => {
    const first = accountFrame(watchOf(2), 'news', stamp)
    const kept = Buffer.from(first)
    accountFrame(watchOf(3), 'snapshot', stamp)
    assert.deepEqual(first, kept)
  })
})

describe('same figures', () => {
  const amounts = { balance: micros(1), profit: micros(2), netValue: micros(3), midNetValue: micros(4) }
  const others = {
    usedMargin: micros(5),
    available: micros(6),
    locked: micros(7),
    riskRate: 8,
    marginRatio: 9,
  }
  const figures = {
    order: openOrder({ id: 1, userId: 1 }),
    closing: price(108_420),
    profit: micros(-5),
  }
  const watch: AccountSnapshot = {
    funds: { ...amounts, ...others, quoteSeq: 10, ordersMark: '0badcafe' },
    orders: [figures],
    notice: { id: 3, riskRate: 9_999, atMs: 4 },
  }

  test('the state of prices alone makes no other account', () => {
    const later = { ...watch.funds, quoteSeq: 11 }
    assert.ok(isSameAccount(watch, { ...watch, funds: later, orders: [{ ...figures }], notice: noticeOf() }))
    const bare = { ...watch, notice: null, orders: [] }
    assert.ok(isSameAccount(bare, { ...bare, funds: later, orders: [] }))
  })

  function noticeOf(fields: Partial<NonNullable<AccountSnapshot['notice']>> = {}) {
    return { id: 3, riskRate: 9_999, atMs: 4, ...fields }
  }

  const another: readonly (readonly [string, Partial<AccountSnapshot>])[] = [
    ...Object.keys(watch.funds)
      .filter((field) => field !== 'quoteSeq')
      .map((field) => [field, { funds: { ...watch.funds, [field]: 77 } }] as const),
    ['a ratio that is none any more', { funds: { ...watch.funds, marginRatio: null } }],
    ['no notice', { notice: null }],
    ...(['id', 'riskRate', 'atMs'] as const).map(
      (field) => [`${field} of the notice`, { notice: noticeOf({ [field]: 77 }) }] as const,
    ),
    ['no orders', { orders: [] }],
    ['an order more', { orders: [figures, figures] }],
    ['another order', { orders: [{ ...figures, order: openOrder({ id: 2, userId: 1 }) }] }],
    ['another price of it', { orders: [{ ...figures, closing: price(1) }] }],
    ['no price of it', { orders: [{ ...figures, closing: null }] }],
    ['another profit of it', { orders: [{ ...figures, profit: micros(1) }] }],
  ]
  for (const [what, fields] of another) {
    test(`another account: ${what}`, () => {
      assert.ok(!isSameAccount(watch, { ...watch, ...fields }))
      assert.ok(!isSameAccount({ ...watch, ...fields }, watch))
    })
  }
})
