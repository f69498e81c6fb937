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

describe('the account topic', () => {
  /** No limit on the quote sequence, as for a client without a subscription to `DAY_MARKET`. */
  const latest = Number.POSITIVE_INFINITY

  function createTopic() {
    const accounts = createFakePortfolio()
    const topic = createAccountTopic({
      account: accounts.portfolio.subscribe(1),
      clock: { now: () => 1_790_000_000_000 },
    })
    return { accounts, topic }
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

  test('sends every field of the wire format', () => {
    const { accounts, topic } = createTopic()
    accounts.setProfit(1, -1_500_000, 9)
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
        ...{ QuoteSeq: 9, Version: 3, Notice: null },
      },
      QuoteSeq: 9,
      Now: 1_790_000_000_000,
      snapshot: true,
    })
  })

  test('sends nothing before the account is loaded, then a snapshot', () => {
    const { accounts, topic } = createTopic()
    assert.deepEqual(topic.snapshot(latest), [])
    topic.prepareFlush()
    assert.deepEqual(topic.updates(latest), [])
    accounts.setProfit(1, 1_000_000, 5)
    topic.prepareFlush()
    assert.deepEqual(figuresOf(topic.updates(latest)), [['1.000000', 5, 'snapshot']])
    accounts.setProfit(1, 2_000_000, 6)
    topic.prepareFlush()
    assert.deepEqual(figuresOf(topic.updates(latest)), [['2.000000', 6]])
  })

  test('sends no update when new quotes leave the figures unchanged', () => {
    const { accounts, topic } = createTopic()
    accounts.setProfit(1, 1_000_000, 5)
    topic.prepareFlush()
    assert.equal(topic.updates(latest).length, 1)
    accounts.setProfit(1, 1_000_000, 6)
    topic.prepareFlush()
    assert.deepEqual(topic.updates(latest), [])
    assert.deepEqual(figuresOf(topic.snapshot(latest)), [['1.000000', 6, 'snapshot']])
  })

  test('sends the last of many changes and reads the account once a flush', () => {
    const { accounts, topic } = createTopic()
    for (let seq = 1; seq <= 10; seq++) accounts.setProfit(1, seq * 1_000_000, seq)
    topic.prepareFlush()
    assert.equal(accounts.reads.count, 0, 'the account must not be valued before it is needed')
    const updates = topic.updates(latest)
    accounts.setProfit(1, 11_000_000, 11)
    assert.equal(topic.updates(latest), updates, 'changes during a flush belong to the next one')
    assert.equal(accounts.reads.count, 1)
    assert.deepEqual(figuresOf(updates), [['10.000000', 10, 'snapshot']])
  })

  test('gives an update a lower version than the snapshot of the same figures', () => {
    const { accounts, topic } = createTopic()
    accounts.setProfit(1, 1_000_000, 1)
    const [shown] = topic.snapshot(latest)
    topic.prepareFlush()
    const [update] = topic.updates(latest)
    accounts.setProfit(1, 2_000_000, 2)
    topic.prepareFlush()
    const [next] = topic.updates(latest)
    assert.ok(shown !== undefined && update !== undefined && next !== undefined)
    assert.ok(update.version < shown.version && shown.version < next.version)
  })

  test('sends the prepared update after a snapshot in the middle of a flush', () => {
    const { accounts, topic } = createTopic()
    accounts.setProfit(1, 1_000_000, 1)
    topic.prepareFlush()
    topic.updates(latest)
    accounts.setProfit(1, 2_000_000, 2)
    topic.prepareFlush()
    // A client subscribes now, which fixes the update of this flush.
    const [shown] = topic.snapshot(latest)
    accounts.setProfit(1, 3_000_000, 3)
    assert.deepEqual(figuresOf(topic.updates(latest)), [['2.000000', 2]])
    topic.prepareFlush()
    const [next] = topic.updates(latest)
    assert.ok(shown !== undefined && next !== undefined)
    assert.deepEqual(figuresOf([next]), [['3.000000', 3]])
    assert.ok(shown.version < next.version)
  })

  test('limits the quote sequence of the frame to the prices the client has received', () => {
    const { accounts, topic } = createTopic()
    accounts.setProfit(1, 1_000_000, 9)
    topic.prepareFlush()
    const pushes = [latest, 7, 7, 9].map((sentSeq) => topic.updates(sentSeq))
    const frames = [...pushes.flat(), ...topic.snapshot(8)].map(frameOf)
    assert.deepEqual(
      frames.map(({ QuoteSeq, data }) => [QuoteSeq, (data as Frame)['QuoteSeq']]),
      [9, 7, 7, 9, 8].map((sentSeq) => [sentSeq, 9]),
    )
    assert.equal(pushes[1], pushes[2], 'equal sequences share the bytes')
  })

  test('unsubscribes from the account when closed', () => {
    const { accounts, topic } = createTopic()
    assert.equal(accounts.subscriberCount(1), 1)
    topic.close()
    assert.equal(accounts.subscriberCount(1), 0)
  })
})

describe('accountFrame', () => {
  const amounts = { balance: micros(1), profit: micros(-2), equity: micros(-1), midEquity: micros(-1) }
  const others = { usedMargin: micros(5), freeMargin: micros(6), locked: micros(0) }
  const order = openOrder({ id: 12, userId: 1 })

  /**
   * The sequence of `stamp` differs from that of the figures, which is 10. `longest` holds the largest safe integers.
   */
  const stamp = { QuoteSeq: 9, Now: 1_790_000_000_000 }
  const longest = { QuoteSeq: Number.MAX_SAFE_INTEGER, Now: Number.MAX_SAFE_INTEGER }

  function snapshotOf(orders: number): AccountSnapshot {
    const figures = { order, closing: price(108_420), profit: micros(-2) }
    return {
      funds: {
        ...amounts,
        ...others,
        marginLevel: 8,
        marginUsage: null,
        quoteSeq: 10,
        version: 3,
      },
      orders: Array.from({ length: orders }, () => figures),
      notice: { id: 3, marginLevel: 9_999, atMs: 1_800_000_000_123 },
    }
  }

  for (const orders of [0, 1, 5, 500, 501]) {
    test(`encodes ${orders} orders like JSON.stringify`, () => {
      const snapshot = snapshotOf(orders)
      for (const used of [stamp, longest]) {
        const push = { topic: 'FOREX_TRADE', data: accountPushOf(snapshot), ...used }
        assert.deepEqual(accountFrame(snapshot, 'update', used), encodeFrame(JSON.stringify(push)))
        assert.deepEqual(
          accountFrame(snapshot, 'snapshot', used),
          encodeFrame(JSON.stringify({ ...push, snapshot: true })),
        )
      }
    })
  }

  test('does not change a frame when the next one is written', () => {
    const first = accountFrame(snapshotOf(2), 'update', stamp)
    const kept = Buffer.from(first)
    accountFrame(snapshotOf(3), 'snapshot', stamp)
    assert.deepEqual(first, kept)
  })
})

describe('isSameAccount', () => {
  const amounts = { balance: micros(1), profit: micros(2), equity: micros(3), midEquity: micros(4) }
  const others = {
    usedMargin: micros(5),
    freeMargin: micros(6),
    locked: micros(7),
    marginLevel: 8,
    marginUsage: 9,
  }
  const figures = {
    order: openOrder({ id: 1, userId: 1 }),
    closing: price(108_420),
    profit: micros(-5),
  }
  const snapshot: AccountSnapshot = {
    funds: { ...amounts, ...others, quoteSeq: 10, version: 3 },
    orders: [figures],
    notice: { id: 3, marginLevel: 9_999, atMs: 4 },
  }

  test('ignores the quote sequence', () => {
    const later = { ...snapshot.funds, quoteSeq: 11 }
    assert.ok(
      isSameAccount(snapshot, { ...snapshot, funds: later, orders: [{ ...figures }], notice: noticeOf() }),
    )
    const bare = { ...snapshot, notice: null, orders: [] }
    assert.ok(isSameAccount(bare, { ...bare, funds: later, orders: [] }))
  })

  function noticeOf(fields: Partial<NonNullable<AccountSnapshot['notice']>> = {}) {
    return { id: 3, marginLevel: 9_999, atMs: 4, ...fields }
  }

  const another: readonly (readonly [string, Partial<AccountSnapshot>])[] = [
    ...Object.keys(snapshot.funds)
      .filter((field) => field !== 'quoteSeq')
      .map((field) => [field, { funds: { ...snapshot.funds, [field]: 77 } }] as const),
    ['a ratio that becomes null', { funds: { ...snapshot.funds, marginUsage: null } }],
    ['no notice', { notice: null }],
    ...(['id', 'marginLevel', 'atMs'] as const).map(
      (field) => [`${field} of the notice`, { notice: noticeOf({ [field]: 77 }) }] as const,
    ),
    ['no orders', { orders: [] }],
    ['one more order', { orders: [figures, figures] }],
    ['another order', { orders: [{ ...figures, order: openOrder({ id: 2, userId: 1 }) }] }],
    ['another closing price', { orders: [{ ...figures, closing: price(1) }] }],
    ['no closing price', { orders: [{ ...figures, closing: null }] }],
    ['another profit', { orders: [{ ...figures, profit: micros(1) }] }],
  ]
  for (const [what, fields] of another) {
    test(`detects ${what}`, () => {
      assert.ok(!isSameAccount(snapshot, { ...snapshot, ...fields }))
      assert.ok(!isSameAccount({ ...snapshot, ...fields }, snapshot))
    })
  }
})
