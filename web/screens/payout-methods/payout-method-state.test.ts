import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  emptyMethod,
  fieldFromWire,
  type MethodErrors,
  type MethodValues,
  methodErrors,
  methodInput,
  type PayoutType,
  payoutTypeOf,
} from '#web/screens/payout-methods/payout-method-state.ts'

const coin: MethodValues = { ...emptyMethod, dc_address: ' TXyz ', auth_code: '123456' }
const bank: MethodValues = {
  ...emptyMethod,
  bank_name: ' Bank ',
  payee_name: 'Lee Min',
  payee_account: 'DE00',
  auth_code: '123456',
}

describe('the form for a payout method', () => {
  const table: readonly (readonly [string, PayoutType, MethodValues, MethodErrors])[] = [
    ['a complete address', 1, coin, {}],
    ['a blank address', 1, { ...coin, dc_address: ' ' }, { dc_address: 'method.address.required' }],
    ['a short code', 1, { ...coin, auth_code: '12345' }, { auth_code: 'method.code' }],
    ['a complete bank account', 2, bank, {}],
    [
      'an empty bank account',
      2,
      emptyMethod,
      {
        bank_name: 'method.bank_name.required',
        payee_name: 'method.payee_name.required',
        payee_account: 'method.payee_account.required',
        auth_code: 'method.code',
      },
    ],
  ]
  for (const [name, type, values, errors] of table)
    test(`with ${name}: ${Object.keys(errors).join() || 'no error'}`, () => {
      assert.deepEqual(methodErrors(type, values), errors)
      assert.equal(methodInput(type, 5, values) === undefined, Object.keys(errors).length > 0)
    })

  test('sends the fields of its type, trimmed, and no empty ones', () => {
    assert.deepEqual(methodInput(1, 5, { ...coin, bank_name: 'typed before' }), {
      type: 1,
      draw_id: 5,
      dc_address: 'TXyz',
      auth_code: '123456',
    })
    assert.deepEqual(methodInput(2, 6, { ...bank, bank_swift: 'BANKDEFF' }), {
      type: 2,
      draw_id: 6,
      bank_name: 'Bank',
      payee_name: 'Lee Min',
      payee_account: 'DE00',
      bank_swift: 'BANKDEFF',
      auth_code: '123456',
    })
    assert.equal(methodInput(1, undefined, coin), undefined)
  })

  test('knows the fields that the server names', () => {
    assert.deepEqual(
      ['dc_address', 'bank_swift', 'auth_code', 'draw_id', 'type', undefined].map(fieldFromWire),
      ['dc_address', 'bank_swift', 'auth_code', 'draw_id', undefined, undefined],
    )
  })

  test('is for a coin address unless the address says otherwise', () => {
    assert.deepEqual(['', 'type=1', 'type=2', 'type=x'].map(payoutTypeOf), [1, 1, 2, 1])
  })
})
