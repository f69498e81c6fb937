import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  changedTerms,
  coinTarget,
  type DepositErrors,
  type DepositForm,
  depositDraft,
  depositErrors,
  depositRequest,
  fieldFromWire,
  wireTarget,
} from '#web/screens/deposit/deposit-state.ts'

const coin = coinTarget({
  ...{ id: 3, currency_code: 'USDT', protocol_code: 'TRC20', address: 'TXyz', rate: '0.9995' },
  ...{ min_number: '20', logo: '', decimals: 6 },
})
const wire = wireTarget(
  { code: 'EUR', rate: '1.08', min_number: '50', decimals: 2 },
  {
    ...{ id: 9, bank_name: 'Bank', bank_address: '', bank_swift: 'BANKDEFF' },
    ...{ payee_name: 'Openlot', payee_account: 'DE00', bank_remark: '' },
  },
)
const ready = { kind: 'ready', preview: 'blob:a', url: '/voucher' } as const
const complete: DepositForm = { amount: '100', target: coin, voucher: ready }

describe('the deposit form', () => {
  const table: readonly (readonly [string, Partial<DepositForm>, DepositErrors])[] = [
    ['complete', {}, {}],
    ['by wire', { target: wire }, {}],
    ['without an amount', { amount: '' }, { amount: 'required' }],
    ['below the least amount', { amount: '19.99' }, { amount: 'least' }],
    ['with too many decimals', { target: wire, amount: '50.001' }, { amount: 'decimals' }],
    ['without a method', { target: undefined }, { target: 'required' }],
    ['without a voucher', { voucher: { kind: 'empty' } }, { voucher: 'required' }],
    [
      'with a voucher on its way',
      { voucher: { kind: 'uploading', preview: 'blob:a', done: 0.5 } },
      { voucher: 'uploading' },
    ],
    [
      'empty',
      { amount: '', target: undefined, voucher: { kind: 'empty' } },
      { amount: 'required', target: 'required', voucher: 'required' },
    ],
  ]
  for (const [name, change, errors] of table)
    test(`${name}: ${Object.values(errors).join() || 'no error'}`, () => {
      const form = { ...complete, ...change }
      assert.deepEqual(depositErrors(form), errors)
      assert.equal(depositDraft(form) === undefined, Object.keys(errors).length > 0)
    })

  test('names the rate and the address that the user saw', () => {
    assert.deepEqual(depositRequest({ amount: '100', target: coin, proof: '/voucher' }), {
      kind: 'coin_deposit',
      input: { number: '100', proofImg: '/voucher', rate: '0.9995', address: 'TXyz', charge_id: 3 },
    })
    assert.deepEqual(depositRequest({ amount: '50', target: wire, proof: '/voucher' }), {
      kind: 'wire_deposit',
      input: { number: '50', proofImg: '/voucher', rate: '1.08', wire_id: 9 },
    })
  })

  test('maps the field of a refusal to its own field', () => {
    assert.deepEqual(['number', 'proofImg', 'charge_id', 'wire_id', 'address', 'else'].map(fieldFromWire), [
      'amount',
      'voucher',
      'target',
      'target',
      'target',
      undefined,
    ])
  })

  test('shows which terms have changed', () => {
    assert.deepEqual(changedTerms(coin, coin), [])
    assert.deepEqual(changedTerms(coin, { ...coin, rate: '1', address: 'TAbc' }), [
      { name: 'address', before: 'TXyz', now: 'TAbc' },
      { name: 'rate', before: '0.9995', now: '1' },
    ])
  })
})
