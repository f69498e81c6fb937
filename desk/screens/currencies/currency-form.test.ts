import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  changeInput,
  emptyCurrency,
  needsSecond,
  newCurrencyFaults,
  termChanges,
  termsFaults,
  termsOf,
} from '#desk/screens/currencies/currency-form.ts'

const currency = {
  ...{ id: 3, code: 'USDT', protocol: 'TRC20', kind: 'coin', decimals: 6 },
  ...{ is_deposit_on: 1, deposit_rate: '1.00', least_deposit: '10', is_payout_on: 0, payout_rate: '1' },
  ...{ fee_type: 1, fee: '2.5', least_payout: '20', most_payout: '50000' },
  ...{ proposal: null, pay_addresses: [], wire_options: [] },
}
const terms = termsOf(currency)

describe('changed terms of a currency', () => {
  test('hold only fields whose value differs', () => {
    assert.deepEqual(termChanges(terms, terms), [])
    assert.deepEqual(termChanges(terms, { ...terms, deposit_rate: ' 1.0 ', fee: '2.50' }), [])
    const changes = termChanges(terms, { ...terms, fee: ' 3 ', is_payout_on: '1' })
    assert.deepEqual(changes, [
      { field: 'is_payout_on', from: '0', to: '1' },
      { field: 'fee', from: '2.5', to: '3' },
    ])
    assert.deepEqual(changeInput(3, changes), { id: 3, is_payout_on: 1, fee: '3' })
  })

  test('include the first rate of a new currency, and one that is removed', () => {
    const unset = { ...terms, payout_rate: '' }
    assert.deepEqual(termChanges(unset, terms), [{ field: 'payout_rate', from: '', to: '1' }])
    assert.deepEqual(termChanges(terms, unset), [{ field: 'payout_rate', from: '1', to: '' }])
  })

  test('keep every digit of an amount', () => {
    const changes = termChanges(terms, { ...terms, most_payout: '123456789012345.123456789012' })
    assert.equal(changeInput(3, changes).most_payout, '123456789012345.123456789012')
  })

  for (const [field, to, expected] of [
    ['deposit_rate', '0', true],
    ['payout_rate', '0', true],
    ['fee', '0', false],
    ['fee', '1000', true],
    ['fee_type', '2', true],
    ['least_payout', '0', false],
    ['is_deposit_on', '0', false],
    ['is_payout_on', '1', true],
  ] as const)
    test(`of ${field} to ${to} ${expected ? 'need' : 'do not need'} a second operator`, () => {
      assert.equal(needsSecond(termChanges(terms, { ...terms, [field]: to })), expected)
    })
})

describe('terms at fault', () => {
  const table = [
    [{}, {}],
    [{ fee: '' }, { fee: 'currency.fault.amount' }],
    [{ deposit_rate: '-1' }, { deposit_rate: 'currency.fault.amount' }],
    [{ deposit_rate: '1e3' }, { deposit_rate: 'currency.fault.amount' }],
    [{ deposit_rate: '' }, { deposit_rate: 'currency.fault.amount' }],
    [{ payout_rate: '' }, {}],
    [{ is_payout_on: '1', payout_rate: '' }, { payout_rate: 'currency.fault.amount' }],
    [{ fee_type: '2', fee: '1' }, { fee: 'currency.fault.share' }],
    [{ fee_type: '2', fee: '0.005' }, {}],
  ] as const
  for (const [change, faults] of table)
    test(JSON.stringify(change), () => {
      assert.deepEqual(termsFaults({ ...terms, ...change }), faults)
    })
})

describe('a new currency', () => {
  const table = [
    [{ code: 'usdt', protocol: 'trc20' }, {}],
    [{ code: 'USDT' }, { protocol: 'currency.fault.protocol' }],
    [{ code: 'EUR', kind: 'fiat' }, {}],
    [
      { code: 'E', kind: 'fiat', decimals: 'x' },
      { code: 'currency.fault.code', decimals: 'currency.fault.decimals' },
    ],
  ] as const
  for (const [change, faults] of table)
    test(JSON.stringify(change), () => {
      assert.deepEqual(newCurrencyFaults({ ...emptyCurrency, ...change }), faults)
    })
})
