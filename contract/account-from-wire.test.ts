import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountsOfFunds, amountsOfPush } from '#contract/account-from-wire.ts'
import { accountPushOf, fundsToWire } from '#contract/account-wire.ts'
import { micros } from '#core/money/amounts.ts'

test('an answer and a push of the same account state decode to the same amounts', () => {
  const funds = {
    balance: micros(1),
    profit: micros(2),
    equity: micros(3),
    midEquity: micros(7),
    usedMargin: micros(4),
    freeMargin: micros(-1),
    marginUsage: 13_333,
    marginLevel: 7_500,
    locked: micros(5),
    quoteSeq: 6,
    version: 3,
  }
  const expected = {
    balance: '0.000001',
    equity: '0.000003',
    midEquity: '0.000007',
    profit: '0.000002',
    usedMargin: '0.000004',
    freeMargin: '-0.000001',
    locked: '0.000005',
    marginLevel: '75.00',
    marginUsage: '133.33',
    quoteSeq: 6,
    version: 3,
  }
  assert.deepEqual(amountsOfFunds(fundsToWire(funds)), expected)
  const push = accountPushOf({ funds, orders: [], notice: null })
  assert.deepEqual(amountsOfPush(push), expected)
})
