import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountPushOf } from '#contract/account-push.ts'
import { micros } from '#core/money/micros.ts'
import { price } from '#core/money/price.ts'
import { openOrder } from '#test/engine/sample-orders.ts'

const funds = {
  balance: micros(100_000_000_000),
  locked: micros(3_000_000),
  profit: micros(-5_000_000),
  netValue: micros(99_995_000_000),
  midNetValue: micros(99_997_500_000),
  usedMargin: micros(542_150_000),
  available: micros(99_452_850_000),
  riskRate: 1_844_415,
  marginRatio: 54,
  quoteSeq: 77,
  ordersMark: '0badcafe',
}

describe('what is pushed of an account', () => {
  test('says every figure exactly, and of each open order what moves', () => {
    const order = openOrder({ id: 12, userId: 3 })
    const notice = { id: 4, riskRate: 9_999, atMs: 1_800_000_000_123 }
    const orders = [{ order, closing: price(108_420), profit: micros(-5_000_000) }]
    assert.deepEqual(accountPushOf({ funds, orders, notice }), {
      ProfitsTotal: '-5.000000',
      HazardRate: '18444.15',
      CautionMoneyAll: '542.150000',
      NetValue: '99995.000000',
      MidNetValue: '99997.500000',
      Balance: '100000.000000',
      Locked: '3.000000',
      Available: '99452.850000',
      PrepaymentRatio: '0.54',
      TransOrder: [{ Id: 12, UpdatePrice: '1.08420', FactProfits: '-5.000000' }],
      QuoteSeq: 77,
      OrdersMark: '0badcafe',
      Notice: { Id: 4, Kind: 'margin_call', HazardRate: '99.99', CreatedAt: '2027-01-15T08:00:00.123Z' },
    })
  })

  test('says none where there is none', () => {
    const bare = { ...funds, riskRate: null, marginRatio: null }
    const { HazardRate, PrepaymentRatio, TransOrder, Notice } = accountPushOf({
      funds: bare,
      orders: [],
      notice: null,
    })
    assert.deepEqual([HazardRate, PrepaymentRatio, TransOrder, Notice], [null, null, [], null])
  })
})
