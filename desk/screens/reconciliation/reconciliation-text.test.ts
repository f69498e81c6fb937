import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  differencesFirst,
  isDifferent,
  kindText,
  recordPath,
} from '#desk/screens/reconciliation/reconciliation-text.ts'

const row = (kind: string, difference: string) => ({
  ...{ kind, ledger: '1', records: '1', movements: '1', difference },
})

describe('a difference', () => {
  const table = [
    ['0', false],
    ['0.00', false],
    ['-0.000000', false],
    ['0.000001', true],
    ['-5', true],
    ['100', true],
  ] as const
  for (const [difference, expected] of table)
    test(`${difference} ${expected ? 'is one' : 'is none'}`, () => {
      assert.equal(isDifferent(row('a', difference)), expected)
    })

  test('puts its row first, and keeps the order otherwise', () => {
    const rows = [row('a', '0'), row('b', '1'), row('c', '0.00'), row('d', '-2')]
    assert.equal(
      differencesFirst(rows)
        .map(({ kind }) => kind)
        .join(''),
      'bdac',
    )
  })
})

test('a reference leads to its record', () => {
  assert.equal(recordPath('deposit:12'), '/deposits/12')
  assert.equal(recordPath('withdrawal:7'), '/withdrawals/7')
  for (const other of ['adjustment:3', 'deposit:0', 'deposit:x', '', 'xdeposit:1'])
    assert.equal(recordPath(other), undefined)
})

test('an unknown kind is shown by name', () => {
  const t = (key: string) => `t:${key}`
  assert.equal(kindText('adjustments', t), 't:reconciliation.kind.adjustments')
  assert.equal(kindText('brand_new', t), 'brand_new')
})
