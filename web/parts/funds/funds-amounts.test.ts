import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import {
  type AmountFault,
  amountFault,
  creditedUsd,
  largestWithdrawal,
  payoutPreview,
  plainDecimal,
} from '#web/parts/funds/funds-amounts.ts'

describe('an amount as typed', () => {
  const limits = { decimals: 2, least: '10.00', most: '500.00' }
  const table: readonly (readonly [string, AmountFault | undefined])[] = [
    ['', 'required'],
    ['x', 'required'],
    ['0', 'least'],
    ['9.99', 'least'],
    ['10', undefined],
    ['10.00', undefined],
    ['10.005', 'decimals'],
    ['10.100', undefined],
    ['500', undefined],
    ['500.01', 'most'],
    ['99999999999999999', 'range'],
  ]
  for (const [typed, fault] of table)
    test(`"${typed}" has ${fault ?? 'no'} fault`, () => assert.equal(amountFault(typed, limits), fault))

  test('of zero is too small even without a least amount', () => {
    assert.equal(amountFault('0', { decimals: 2, least: '0' }), 'least')
  })
})

describe('the credited dollars', () => {
  const table: readonly (readonly [string, number, string, string | undefined])[] = [
    ['100', 6, '1', '100.000000'],
    ['100', 6, '0.9995', '99.950000'],
    ['0.5', 8, '64213.123456789', '32106.561728'],
    ['1000', 0, '0.006543211', '6.543211'],
    ['0.0000001', 6, '1', undefined],
    ['', 6, '1', undefined],
    ['9007199254', 6, '1000000', undefined],
  ]
  for (const [typed, decimals, rate, credited] of table)
    test(`${typed} at ${rate} are ${credited}`, () =>
      assert.equal(creditedUsd(typed, { decimals, rate }), credited))
})

const usdt = { code: 'USDT', draw_rate: '1', fee_type: 1, usd_price: '1', decimals: 6 }

describe('the preview of a withdrawal', () => {
  const table: readonly (readonly [string, string, Partial<typeof usdt>, string, string, boolean])[] = [
    ['a fixed fee', '100', {}, '1.000000', '99.000000', false],
    ['a share', '100', { fee_type: 2, draw_rate: '0.015' }, '1.500000', '98.500000', false],
    ['an amount below the fee', '0.5', {}, '0.500000', '0.000000', true],
    ['a payout rounded down', '100', { usd_price: '7.8123456', decimals: 2 }, '1.000000', '773.42', false],
    ['a payout without decimals', '2', { usd_price: '150.5', decimals: 0 }, '1.000000', '150', false],
    [
      'a payout that rounds to nothing',
      '1.1',
      { usd_price: '0.00001', decimals: 4 },
      '1.000000',
      '0.0000',
      true,
    ],
  ]
  for (const [name, typed, terms, fee, received, isNothing] of table)
    test(`with ${name}`, () =>
      assert.deepEqual(payoutPreview(typed, { ...usdt, ...terms }), { fee, received, isNothing }))

  test('is undefined while the amount is not a number', () => {
    assert.deepEqual(
      [payoutPreview('', usdt), payoutPreview('1', { ...usdt, usd_price: '' })],
      [undefined, undefined],
    )
  })

  test('never pays out more than the amount less the fee, and less than a unit below it', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000_000 })
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: 0, max: 8 }),
        (amount, price, decimals) => {
          const typed = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
          const preview = payoutPreview(typed, { ...usdt, usd_price: `${price}.5`, decimals })
          if (preview === undefined) return
          const rest = BigInt(amount) * 10_000n - BigInt(preview.fee.replace('.', ''))
          const exact = rest * (BigInt(price) * 10n + 5n) * 10n ** BigInt(decimals)
          const units = BigInt(preview.received.replace('.', ''))
          const scale = 10n ** 7n
          assert.ok(units * scale <= exact && (units + 1n) * scale > exact)
        },
      ),
    )
  })
})

describe('everything', () => {
  test('is the available amount, capped by the limit', () => {
    assert.equal(largestWithdrawal('1234.567890', '5000.000000'), '1234.56789')
    assert.equal(largestWithdrawal('1234.567890', '1000.000000'), '1000')
  })
  const table = [
    ['12.500000', '12.5'],
    ['12.000000', '12'],
    ['100', '100'],
    ['0.000000', '0'],
  ] as const
  for (const [amount, plain] of table)
    test(`${amount} is ${plain}`, () => assert.equal(plainDecimal(amount), plain))
})
