import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  changedTerms,
  coinTarget,
  currentCoin,
  type DepositErrors,
  type DepositForm,
  depositDraft,
  depositErrors,
  depositRequest,
  fieldFromWire,
  shownOption,
  splitEarlier,
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

  const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }]
  for (const [name, options, chosen, seen, option, isGone] of [
    ['the first of all', [one, two], undefined, undefined, one, false],
    ['none of none', [], undefined, undefined, undefined, false],
    ['the chosen one', [one, two], '2', one, two, false],
    ['the one that was seen', [one, two], undefined, two, two, false],
    ['the one that was seen and is gone', [one, two], undefined, three, three, true],
    ['the one that was chosen, seen and is gone', [one, two], '3', three, three, true],
    ['another one that is chosen instead', [one, two], '1', three, one, false],
    ['the one that was seen, if all are gone', [], undefined, three, three, true],
  ] as const)
    test(`shows ${name}`, () => {
      assert.deepEqual(shownOption(options, chosen, seen), { option, isGone })
    })

  test('to an address that is gone has the terms of another address of the coin', () => {
    const seen = {
      ...{
        id: 3,
        currency_code: 'USDT',
        protocol_code: 'TRC20',
        address: 'TXyz',
        rate: '0.9',
        min_number: '1',
      },
      ...{ decimals: 6, logo: '' },
    }
    const now = { ...seen, id: 4, address: 'TAbc', rate: '0.8', min_number: '2' }
    const other = { ...now, protocol_code: 'ERC20' }
    const { id, address, rate, least, isGone } = currentCoin(seen, [other, now])
    assert.deepEqual([id, address, rate, least, isGone], [3, 'TXyz', '0.8', '2', true])
    assert.equal(currentCoin(seen, [other]).rate, '0.9')
  })

  describe('to the only address of a coin, which is off now, at a rate that has changed', () => {
    const seen = {
      ...{ id: 3, currency_code: 'BTC', protocol_code: 'Bitcoin', address: 'bc1q', rate: '60000' },
      ...{ min_number: '0.001', decimals: 8, logo: '' },
    }
    const sentRate = (now: Parameters<typeof currentCoin>[1]) =>
      depositRequest({ amount: '1', target: currentCoin(seen, now), proof: '/voucher' }).input.rate

    test('sends the current rate if the server lists the address as off', () => {
      const off = { ...seen, rate: '61000', is_off: 1 }
      assert.equal(currentCoin(seen, [off]).isGone, true)
      assert.equal(sentRate([off]), '61000')
    })

    test('sends no rate if the server does not list the address', () => {
      assert.equal(sentRate([]), undefined)
    })
  })

  test('separates what was offered before', () => {
    assert.deepEqual(splitEarlier([{ id: 1 }, { id: 2, is_off: 1 }, { id: 3, is_off: 0 }]), {
      offered: [{ id: 1 }, { id: 3, is_off: 0 }],
      earlier: [{ id: 2, is_off: 1 }],
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
