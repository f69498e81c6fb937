import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireChanges, wireFaults, wireFormOf } from '#desk/screens/currencies/wire-form.ts'

const option = {
  ...{ id: 4, is_on: 1, proposal: null, bank_name: 'Harbour Bank', bank_address: '1 Pier Road' },
  ...{ bank_swift: 'HRBRHKHH', payee_name: 'Openlot Ltd', payee_account: '012-345', bank_remark: '' },
}

test('only changed bank fields are sent', () => {
  const before = wireFormOf(option)
  assert.deepEqual(wireChanges(before, { ...before, bank_name: ' Harbour Bank ' }), [])
  assert.deepEqual(wireChanges(before, { ...before, payee_account: '012-346', bank_remark: 'UID' }), [
    { field: 'payee_account', from: '012-345', to: '012-346' },
    { field: 'bank_remark', from: '', to: 'UID' },
  ])
})

test('bank, payee and account are required', () => {
  assert.deepEqual(wireFaults(wireFormOf(option)), {})
  assert.deepEqual(Object.keys(wireFaults(wireFormOf(undefined))), [
    'bank_name',
    'payee_name',
    'payee_account',
  ])
})
