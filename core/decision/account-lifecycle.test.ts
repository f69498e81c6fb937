import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide } from '#core/decision/decide.ts'
import { formatMicros } from '#core/money/amounts.ts'
import { decidedOf, reasonOf } from '#test/trading/decisions.ts'
import { createTestBoard } from '#test/trading/test-board.ts'
import { createTrader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'], NGAS: ['3.800', '3.800'] } as const

describe('resetting a demo account', () => {
  test('is refused for a real account', () => {
    assert.equal(reasonOf(createTrader({ prices }).submit({ kind: 'reset_demo' })), 'not_demo')
  })

  test('ends all orders at the last prices, even in closed markets, and sets the balance to 100,000', () => {
    const trader = createTrader({ book: 'demo', prices })
    trader.place('EURUSD', { target: '1.00000' })
    trader.place('EURUSD', {})
    trader.place('NGAS', { side: 'sell' })
    trader.state('EURUSD', 'closed')
    trader.quote('EURUSD', '1.09430', '1.09440')
    const { effects, answer } = decidedOf(trader.submit({ kind: 'reset_demo' }))
    assert.deepEqual(answer, [])
    assert.deepEqual(
      effects.orders.map(({ id, status, endCause, ended }) => [id, status, endCause, ended?.rule]),
      [
        [1, 'cancelled', 'demo_reset', 'demo_reset'],
        [2, 'closed', 'demo_reset', 'demo_reset'],
        [3, 'closed', 'demo_reset', 'demo_reset'],
      ],
    )
    assert.deepEqual(
      effects.transfers.map(({ source, destination, type, amount }) => [source, destination, type, amount]),
      [
        ['trading', 'cash', 'trade_profit', 1_000_000_000],
        ['cash', 'demo_credit', 'demo', 994_000_000],
      ],
    )
    assert.deepEqual([trader.account().cash, trader.account().orders.size], [100_000_000_000, 0])
  })

  test('covers a negative balance with the reset transfer, without a write-off', () => {
    const trader = createTrader({ book: 'demo', cash: '11000', prices })
    trader.place('NGAS', {})
    trader.state('NGAS', 'closed')
    trader.quote('NGAS', '1.000', '1.000')
    // NGAS is closed, so only a tick of another market can send the margin call.
    trader.quote('EURUSD', '1.08420', '1.08430')
    assert.equal(trader.account().isWarned, true)
    const { effects } = decidedOf(trader.submit({ kind: 'reset_demo' }))
    assert.deepEqual(
      effects.transfers.map(({ type, amount }) => [type, formatMicros(amount)]),
      [
        ['trade_profit', '28000.000000'],
        ['demo', '117003.000000'],
      ],
    )
    assert.equal(effects.isWarned, false)
  })

  test('ends at most the given number of orders, pending ones first, and resets the balance with the last ones', () => {
    const trader = createTrader({ book: 'demo', prices })
    trader.place('EURUSD', {})
    trader.place('EURUSD', { side: 'sell' })
    trader.place('EURUSD', { target: '1.00000' })
    const first = decidedOf(trader.submit({ kind: 'reset_demo', maxOrders: 2 }))
    assert.deepEqual([first.effects.orders.map(({ id }) => id), first.isIncomplete], [[1, 3], true])
    assert.deepEqual(
      first.effects.transfers.map(({ type }) => type),
      ['trade_profit'],
    )
    const last = decidedOf(trader.submit({ kind: 'reset_demo', maxOrders: 2 }))
    assert.deepEqual([last.effects.orders.map(({ id }) => id), last.isIncomplete], [[2], undefined])
    assert.deepEqual([trader.account().cash, trader.account().orders.size], [100_000_000_000, 0])
  })

  test('writes nothing off, however it is divided', () => {
    for (const maxOrders of [1, 2, 3]) {
      const trader = createTrader({ book: 'demo', cash: '11000', prices })
      trader.place('NGAS', {})
      trader.place('EURUSD', { target: '1.00000', lots: '0.01' })
      trader.place('EURUSD', { target: '1.00000', lots: '0.01' })
      trader.state('NGAS', 'closed')
      trader.quote('NGAS', '1.000', '1.000')
      let isIncomplete = true
      while (isIncomplete) {
        const { effects, ...decision } = decidedOf(trader.submit({ kind: 'reset_demo', maxOrders }))
        assert.ok(effects.transfers.every(({ type }) => type !== 'write_off'))
        isIncomplete = decision.isIncomplete === true
      }
      assert.deepEqual([trader.account().cash, trader.account().orders.size], [100_000_000_000, 0])
    }
  })

  test('posts no transfer if the balance is already 100,000', () => {
    const trader = createTrader({ book: 'demo', prices })
    const { effects } = decidedOf(trader.submit({ kind: 'reset_demo' }))
    assert.deepEqual([effects.orders, effects.transfers], [[], []])
  })

  test('values an order without a quote of this feed at its opening quote and names the feed of that quote', () => {
    const trader = createTrader({ book: 'demo', prices: { USDJPY: ['150.000', '150.010'] } })
    trader.place('USDJPY', {})
    trader.place('USDJPY', { target: '100' })
    const context = { ...trader.context(), board: createTestBoard({}), feed: 'other' }
    const { effects } = decidedOf(decide(trader.account(), { kind: 'reset_demo', userId: 7 }, context))
    const [open, pending] = effects.orders
    assert.deepEqual([open?.closePrice, open?.ended?.feed, open?.ended?.quote?.seq], [150_000, 'test', 2])
    assert.deepEqual([pending?.ended?.quote, pending?.ended?.feed], [null, 'other'])
  })
})

describe('lifting a freeze', () => {
  const lift = { kind: 'lift_freeze', operatorId: 1, reason: 'checked' } as const
  const cases = [
    ['that is in force', { isFrozen: true, frozenAtMs: 7, frozenSinceMs: 7 }, undefined],
    [
      'of an account that is not frozen',
      { isFrozen: false, frozenAtMs: 7, frozenSinceMs: null },
      'not_frozen',
    ],
    ['that a later one replaced', { isFrozen: true, frozenAtMs: 7, frozenSinceMs: 8 }, 'frozen_again'],
    ['before a new one is decided', { isFrozen: true, frozenAtMs: 7, frozenSinceMs: null }, 'frozen_again'],
    ['as an earlier version journalled it', { isFrozen: true }, undefined],
  ] as const

  for (const [name, facts, reason] of cases)
    test(`${name} is ${reason === undefined ? 'accepted' : `refused: ${reason}`}`, () => {
      const decision = createTrader({ prices }).submit({ ...lift, ...facts })
      assert.equal(decision.kind === 'decided' ? undefined : reasonOf(decision), reason)
    })
})
