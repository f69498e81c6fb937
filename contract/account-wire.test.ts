import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { accountPushOf, logRowOf, transferTypeFromWire } from '#contract/account-wire.ts'
import { forexChange } from '#contract/calls/account.ts'
import type { Say } from '#contract/outcome.ts'
import type { TransferType } from '#core/ledger/transfer.ts'
import { micros, price } from '#core/money/amounts.ts'
import { openOrder } from '#test/engine/sample-orders.ts'

describe('accountPushOf', () => {
  const funds = {
    balance: micros(100_000_000_000),
    locked: micros(3_000_000),
    profit: micros(-5_000_000),
    equity: micros(99_995_000_000),
    midEquity: micros(99_997_500_000),
    usedMargin: micros(542_150_000),
    freeMargin: micros(99_452_850_000),
    marginLevel: 1_844_415,
    marginUsage: 54,
    quoteSeq: 77,
    version: 3,
  }

  describe('the push of an account', () => {
    test('has exact figures, and price and profit of each open order', () => {
      const order = openOrder({ id: 12, userId: 3 })
      const notice = { id: 4, marginLevel: 9_999, atMs: 1_800_000_000_123 }
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
        Version: 3,
        Notice: { Id: 4, Kind: 'margin_call', HazardRate: '99.99', CreatedAt: '2027-01-15T08:00:00.123Z' },
      })
    })

    test('has null for missing figures', () => {
      const bare = { ...funds, marginLevel: null, marginUsage: null }
      const { HazardRate, PrepaymentRatio, TransOrder, Notice } = accountPushOf({
        funds: bare,
        orders: [],
        notice: null,
      })
      assert.deepEqual([HazardRate, PrepaymentRatio, TransOrder, Notice], [null, null, [], null])
    })
  })
})

describe('logRowOf', () => {
  const say: Say = (key) => key
  const change = { id: 5, amount: micros(-2_500_000), orderId: 12, memo: null, atMs: 1_800_000_000_123 }

  describe('a row of the account log', () => {
    test('has a signed amount, its time in ISO 8601 and a localized time', () => {
      assert.deepEqual(logRowOf({ ...change, type: 'fee' }, 'en', say), {
        Id: 5,
        Value: '-2.500000',
        Type: 4,
        Memo: '',
        MemoTran: 'log.fee',
        OrderId: 12,
        CreatedAt: '2027-01-15T08:00:00.123Z',
        CreatedAtTran: 'Jan 15, 2027, 08:00:00 UTC',
      })
    })

    test('has the operator’s memo', () => {
      const row = logRowOf({ ...change, type: 'adjustment', orderId: null, memo: 'paid twice' }, 'en', say)
      assert.deepEqual([row.Type, row.Memo, row.OrderId], [10, 'paid twice', null])
    })

    test('has no memo of any other type', () => {
      const row = logRowOf({ ...change, type: 'withdrawal_returned', memo: 'The name differs' }, 'en', say)
      assert.equal(row.Memo, '')
    })

    const types: readonly (readonly [TransferType, number])[] = [
      ['deposit', 1],
      ['withdrawal', 2],
      ['trade_profit', 3],
      ['fee', 4],
      ['withdrawal_returned', 5],
      ['write_off', 6],
      ['demo', 7],
      ['copy_trading', 8],
      ['adjustment', 10],
    ]
    for (const [type, number] of types) {
      test(`has type ${number} for ${type}`, () => {
        assert.equal(logRowOf({ ...change, type }, 'en', say).Type, number)
        assert.equal(transferTypeFromWire(number), type)
      })
    }

    test('can be filtered by each of these numbers and no other', () => {
      const input = Compile(forexChange.input)
      const asked = Array.from({ length: 20 }, (_, type) => ({ page: 1, limit: 20, type }))
      assert.deepEqual(
        asked.filter((fields) => input.Check(fields)).map(({ type }) => type),
        types.map(([, number]) => number),
      )
      assert.throws(() => transferTypeFromWire(9))
    })
  })
})
