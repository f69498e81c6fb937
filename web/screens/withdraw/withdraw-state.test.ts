import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DrawCurrency, PayoutMethodAnswer } from '#contract/calls/funds.ts'
import {
  changedTerms,
  drawInput,
  fieldFromWire,
  type WithdrawErrors,
  type WithdrawForm,
  withdrawDraft,
  withdrawErrors,
  withTerms,
} from '#web/screens/withdraw/withdraw-state.ts'

const now = Date.parse('2026-11-15T08:00:00.000Z')
const currency: DrawCurrency = {
  ...{ id: 5, code: 'USDT', protocol: 'TRC20', draw_rate: '1', fee_type: 1, usd_price: '1' },
  ...{ min_number: '10.000000', max_number: '5000.000000', decimals: 6 },
}
const method: PayoutMethodAnswer = {
  ...{ id: 9, dc_address: 'TXyz', bank_name: '', bank_branch: '', payee_name: '', payee_account: '' },
  ...{ bank_address: '', bank_swift: '', bank_remark: '' },
  draw_currency: { id: 5, code: 'USDT', protocol: 'TRC20' },
  usable_at: '2026-11-15T08:00:00.000Z',
}
const complete: WithdrawForm = {
  ...{ amount: '100', currency, method, code: '123456', memo: ' rent ', available: '2500.500000' },
}

describe('the withdrawal form', () => {
  const table: readonly (readonly [string, Partial<WithdrawForm>, WithdrawErrors])[] = [
    ['complete', {}, {}],
    ['without a code where none is needed', { code: undefined }, {}],
    ['of everything', { amount: '2500.5' }, {}],
    ['without an amount', { amount: '' }, { amount: 'required' }],
    ['below the least amount', { amount: '9.99' }, { amount: 'least' }],
    ['above the available amount', { amount: '2500.500001' }, { amount: 'insufficient' }],
    ['above the limit', { amount: '5000.01', available: '9000' }, { amount: 'most' }],
    ['above both', { amount: '5000.01' }, { amount: 'insufficient' }],
    ['with too many decimals', { amount: '10.0000001' }, { amount: 'decimals' }],
    ['used up by the fee', { currency: { ...currency, draw_rate: '100' } }, { amount: 'nothing' }],
    ['without a method', { method: undefined }, { method: 'required' }],
    [
      'with a method that must wait',
      { method: { ...method, usable_at: '2026-11-15T08:00:01.000Z' } },
      { method: 'waiting' },
    ],
    ['with half a code', { code: '123' }, { code: 'required' }],
  ]
  for (const [name, change, errors] of table)
    test(`${name}: ${Object.values(errors).join() || 'no error'}`, () => {
      const form = { ...complete, ...change }
      assert.deepEqual(withdrawErrors(form, now), errors)
      assert.equal(withdrawDraft(form, now) === undefined, Object.keys(errors).length > 0)
    })

  test('names the fee and the rate that the user saw', () => {
    const draft = withdrawDraft(complete, now)
    assert.ok(draft)
    assert.deepEqual(drawInput(draft), {
      ...{ draw_currency_id: 5, number: '100', draw_method_id: 9, fee: '1.000000', usd_price: '1' },
      ...{ memo: 'rent', auth_code: '123456' },
    })
    assert.deepEqual(Object.keys(drawInput({ ...draft, memo: ' ', code: undefined })), [
      ...['draw_currency_id', 'number', 'draw_method_id', 'fee', 'usd_price'],
    ])
  })

  test('shows which terms have changed, and what that means', () => {
    const draft = withdrawDraft(complete, now)
    assert.ok(draft)
    const dearer = withTerms(draft, { ...currency, draw_rate: '2', usd_price: '1.0' })
    assert.ok(dearer)
    assert.deepEqual(changedTerms(draft, dearer), [
      { name: 'fee', before: '1.000000', now: '2.000000' },
      { name: 'received', before: '99.000000', now: '98.000000' },
    ])
    assert.equal(withTerms(draft, { ...currency, draw_rate: '100' }), undefined)
  })

  test('maps the field of a refusal to its own field', () => {
    assert.deepEqual(
      ['number', 'draw_method_id', 'draw_currency_id', 'auth_code', 'memo'].map(fieldFromWire),
      [...['amount', 'method', 'method', 'code', undefined]],
    )
  })
})
