import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountPushOf } from '#contract/account-push.ts'
import { fundsToWire } from '#contract/figures-wire.ts'
import { amountsOfBalance, amountsOfPush } from '#contract/funds-from-wire.ts'
import { formatMicros, micros } from '#core/money/micros.ts'

test('what was fetched and what is pushed of one state of an account is read alike', () => {
  const funds = {
    balance: micros(1),
    profit: micros(2),
    netValue: micros(3),
    usedMargin: micros(4),
    available: micros(-1),
    marginRatio: 13_333,
    riskRate: 7_500,
    locked: micros(5),
    quoteSeq: 6,
  }
  const locked = formatMicros(funds.locked)
  const answer = { ...fundsToWire(funds), lock_balance: locked, profit: formatMicros(funds.profit) }
  const expected = {
    balance: '0.000001',
    netValue: '0.000003',
    usedMargin: '0.000004',
    available: '-0.000001',
    locked: '0.000005',
    quoteSeq: 6,
  }
  assert.deepEqual(amountsOfBalance(answer), expected)
  const push = accountPushOf({ funds, orders: [], notice: null })
  assert.deepEqual(amountsOfPush(push), expected)
})
