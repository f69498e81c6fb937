import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Movement } from '#core/ledger/movement.ts'
import { type Micros, micros } from '#core/money/amounts.ts'
import { decidedOf, reasonOf, refusalOf } from '#test/trading/decisions.ts'
import { createTrader, type Trader, usd } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'] } as const
const deposit = (trader: Trader, amount: Micros, known: Movement | null = null) =>
  trader.submit({ kind: 'deposit', amount, reference: 'deposit:1', known })
const withdraw = (trader: Trader, amount: Micros, known: Movement | null = null) =>
  trader.submit({ kind: 'request_withdrawal', amount, reference: 'withdrawal:1', known })
const finish = (trader: Trader, isSent: boolean, known: Movement | null) =>
  trader.submit({ kind: 'finish_withdrawal', isSent, reference: 'withdrawal:1', known })

describe('a deposit', () => {
  test('is credited at once', () => {
    const trader = createTrader({ cash: '0', prices })
    const { effects } = decidedOf(deposit(trader, usd('12.5')))
    const shared = { amount: 12_500_000, reference: 'deposit:1' }
    assert.deepEqual(effects.movement, { ...shared, kind: 'deposit', state: 'credited' })
    assert.deepEqual(effects.transfers, [
      { ...shared, source: 'deposits', destination: 'cash', type: 'deposit', orderId: null },
    ])
    assert.equal(trader.account().cash, 12_500_000)
  })

  test('is refused for a demo account, then a bad amount, then a known reference, then the balance limit', () => {
    const known: Movement = { reference: 'deposit:1', kind: 'deposit', amount: micros(1), state: 'credited' }
    const full = createTrader({ cash: '1000000000', prices })
    assert.equal(
      reasonOf(deposit(createTrader({ book: 'demo', prices }), micros(0), known)),
      'demo_forbidden',
    )
    for (const amount of [0, -1])
      assert.equal(reasonOf(deposit(full, micros(amount), known)), 'invalid_amount')
    for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      assert.equal(reasonOf(deposit(full, amount as Micros, known)), 'invalid_amount')
    assert.equal(reasonOf(deposit(full, micros(1), known)), 'movement_exists')
    assert.equal(reasonOf(deposit(full, micros(1))), 'notional_limit')
    assert.equal(reasonOf(deposit(createTrader({ cash: '999999999', prices }), usd('1'))), 'decided')
  })

  test('counts locked money towards the balance limit, because it may be returned', () => {
    const trader = createTrader({ cash: '1000000000', prices })
    const all = { amount: usd('1000000000'), reference: 'withdrawal:all', known: null }
    decidedOf(trader.submit({ kind: 'request_withdrawal', ...all }))
    assert.equal(trader.account().cash, 0)
    assert.equal(reasonOf(deposit(trader, micros(1))), 'notional_limit')
  })
})

describe('a withdrawal', () => {
  const asked: Movement = {
    reference: 'withdrawal:1',
    kind: 'withdrawal',
    amount: usd('40'),
    state: 'locked',
  }

  test('is locked first and leaves the account when it is sent', () => {
    const trader = createTrader({ cash: '100', prices })
    assert.deepEqual(decidedOf(withdraw(trader, usd('40'))).effects.movement, asked)
    assert.deepEqual([trader.account().cash, trader.account().locked], [60_000_000, 40_000_000])
    const { effects } = decidedOf(finish(trader, true, asked))
    assert.deepEqual(effects.movement, { ...asked, state: 'sent' })
    const [{ source, destination, type } = { source: '', destination: '', type: '' }] = effects.transfers
    assert.deepEqual([source, destination, type], ['locked', 'withdrawals', 'withdrawal'])
    assert.deepEqual([trader.account().cash, trader.account().locked], [60_000_000, 0])
  })

  test('returns to the balance when it is rejected', () => {
    const trader = createTrader({ cash: '100', prices })
    withdraw(trader, usd('40'))
    const { effects } = decidedOf(finish(trader, false, asked))
    assert.deepEqual(effects.movement, { ...asked, state: 'returned' })
    assert.equal(effects.transfers[0]?.type, 'withdrawal_returned')
    assert.deepEqual([trader.account().cash, trader.account().locked], [100_000_000, 0])
  })

  test('is limited to the smaller of balance and free margin', () => {
    const trader = createTrader({ cash: '2000', prices })
    trader.place('EURUSD', {})
    // Free margin: balance 2,000 − fee 3 − loss 10 − margin 1,084.30 = 902.70.
    assert.deepEqual(refusalOf(withdraw(trader, usd('902.700001'))).figures, { available: '902.700000' })
    trader.quote('EURUSD', '1.18420', '1.18430')
    assert.deepEqual(refusalOf(withdraw(trader, usd('1997.000001'))).figures, { available: '1997.000000' })
    assert.equal(reasonOf(withdraw(trader, usd('1997'))), 'decided')
    trader.quote('EURUSD', '1.06500', '1.06510')
    assert.deepEqual(refusalOf(withdraw(trader, micros(1))).figures, { available: '0.000000' })
  })

  test('is refused for a demo account, then a bad amount, then a known reference, then too little free margin', () => {
    const empty = createTrader({ cash: '0', prices })
    const demo = createTrader({ book: 'demo', prices })
    assert.equal(reasonOf(withdraw(demo, micros(0), asked)), 'demo_forbidden')
    assert.equal(reasonOf(withdraw(empty, micros(0), asked)), 'invalid_amount')
    assert.equal(reasonOf(withdraw(empty, micros(1), asked)), 'movement_exists')
    assert.equal(reasonOf(withdraw(empty, micros(1))), 'insufficient_balance')
    assert.equal(reasonOf(finish(demo, true, asked)), 'demo_forbidden')
  })

  test('is finished once, and refused for an unknown reference', () => {
    const trader = createTrader({ cash: '100', prices })
    withdraw(trader, usd('40'))
    assert.equal(reasonOf(finish(trader, true, null)), 'movement_unknown')
    assert.equal(
      reasonOf(finish(trader, true, { ...asked, kind: 'deposit', state: 'credited' })),
      'movement_unknown',
    )
    assert.equal(reasonOf(finish(trader, true, { ...asked, state: 'sent' })), 'movement_exists')
    assert.equal(reasonOf(finish(trader, false, { ...asked, state: 'returned' })), 'movement_exists')
    assert.equal(reasonOf(finish(trader, true, { ...asked, amount: usd('40.000001') })), 'movement_unknown')
    assert.equal(trader.account().locked, 40_000_000)
  })
})
