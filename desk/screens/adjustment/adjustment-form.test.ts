import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  adjustmentFaults,
  adjustmentInput,
  directionOf,
  isValid,
} from '#desk/screens/adjustment/adjustment-form.ts'

const form = { uid: ' 80001317 ', amount: '-12.50', memo: ' Fee charged twice ', code: '123 456' }

describe('the direction of an adjustment', () => {
  const table = [
    ['5', 'up'],
    ['+5.25', 'up'],
    ['-0.000001', 'down'],
    ['999999999999.999999', 'up'],
    ['0', undefined],
    ['-0.00', undefined],
    ['', undefined],
    ['-', undefined],
    ['1e3', undefined],
    ['1,5', undefined],
    ['1.0000001', undefined],
    ['1000000000000', undefined],
    ['--5', undefined],
  ] as const
  for (const [amount, direction] of table)
    test(`“${amount}” is ${direction ?? 'no amount'}`, () => {
      assert.equal(directionOf(amount), direction)
    })
})

test('sends the amount as it was typed, without spaces and plus', () => {
  assert.ok(isValid(adjustmentFaults(form)))
  assert.deepEqual(adjustmentInput(form), {
    uid: '80001317',
    amount: '-12.50',
    memo: 'Fee charged twice',
    totp: '123 456',
  })
  assert.equal(adjustmentInput({ ...form, amount: ' +7.10 ' }).amount, '7.10')
})

test('names each field at fault', () => {
  assert.deepEqual(adjustmentFaults({ uid: 'x', amount: '0', memo: ' ', code: '1' }), {
    uid: 'adjustment.fault.uid',
    amount: 'adjustment.fault.amount',
    memo: 'note.missing',
    code: 'code.fault.shape',
  })
})
