import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { forexChange } from '#contract/calls/account.ts'
import { logRowOf, transferTypeFromWire } from '#contract/ledger-wire.ts'
import type { Say } from '#contract/outcome.ts'
import type { TransferType } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/micros.ts'

const say: Say = (key) => key
const change = { id: 5, amount: micros(-2_500_000), orderId: 12, memo: null, atMs: 1_800_000_000_123 }

describe('a change of the balance on the wire', () => {
  test('has its amount with its sign, and its moment twice', () => {
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

  test('has what an operator wrote', () => {
    const row = logRowOf({ ...change, type: 'adjustment', orderId: null, memo: 'paid twice' }, 'en', say)
    assert.deepEqual([row.Type, row.Memo, row.OrderId], [10, 'paid twice', null])
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
    test(`is of type ${number} for ${type}`, () => {
      assert.equal(logRowOf({ ...change, type }, 'en', say).Type, number)
      assert.equal(transferTypeFromWire(number), type)
    })
  }

  test('can be asked for by every one of these numbers, and by no other', () => {
    const input = Compile(forexChange.input)
    const asked = Array.from({ length: 20 }, (_, type) => ({ page: 1, limit: 20, type }))
    assert.deepEqual(
      asked.filter((fields) => input.Check(fields)).map(({ type }) => type),
      types.map(([, number]) => number),
    )
    assert.throws(() => transferTypeFromWire(9))
  })
})
