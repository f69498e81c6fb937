import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { creditedAmount, type PayoutFee, payoutUnits, withdrawalFee } from '#core/funds/payout.ts'
import { type Micros, micros, type Rate, rate } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'

const usd = (dollars: number): Micros => micros(Math.round(dollars * 1_000_000))
const per = (ratio: number): Rate => rate(Math.round(ratio * 1_000_000_000))

describe('withdrawalFee', () => {
  const table: readonly (readonly [string, Micros, PayoutFee, Micros])[] = [
    ['a fixed fee', usd(100), { kind: 'fixed', amount: usd(5) }, usd(5)],
    ['a fixed fee above the amount', usd(3), { kind: 'fixed', amount: usd(5) }, usd(3)],
    ['a share of 1.5 %', usd(200), { kind: 'share', share: per(0.015) }, usd(3)],
    ['a share that rounds half to even', micros(5), { kind: 'share', share: per(0.5) }, micros(2)],
    ['a share of nothing', usd(200), { kind: 'share', share: per(0) }, usd(0)],
  ]
  for (const [name, amount, fee, expected] of table)
    it(`takes ${name}`, () => assert.equal(withdrawalFee(amount, fee), expected))
})

describe('payoutUnits', () => {
  const terms = (fee: Micros, ratio: Rate, decimals: number) => ({
    currency: 'X',
    decimals,
    fee,
    rate: ratio,
  })
  const table: readonly (readonly [string, Micros, ReturnType<typeof terms>, number | undefined])[] = [
    ['100 USD less 1 USD at 1:1 with 6 decimals', usd(100), terms(usd(1), per(1), 6), 99_000_000],
    ['a fraction of a cent, rounded down', usd(1.999999), terms(usd(0), per(1), 2), 199],
    ['yen without decimals, rounded down', usd(10), terms(usd(0), per(154.28), 0), 1542],
    ['bitcoin at 95,000 USD', usd(1000), terms(usd(0), per(0.000010526), 8), 1_052_600],
    ['nothing if the fee uses up the amount', usd(5), terms(usd(5), per(1), 6), 0],
    ['nothing if it rounds to nothing', usd(0.001), terms(usd(0), per(1), 2), 0],
    ['no amount out of range', usd(9_000_000_000), terms(usd(0), per(9_000_000), 8), undefined],
  ]
  for (const [name, amount, given, expected] of table)
    it(`gives ${name}`, () => assert.equal(payoutUnits(amount, given), expected))

  it('is never worth more than what is left after the fee', () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_000_000_000 })
    fc.assert(
      fc.property(amounts, fc.nat(5_000_000), fc.integer({ min: 1, max: 2 ** 45 }), fc.nat(8), (...given) => {
        const [amount, fee, ratio, decimals] = given
        const units = payoutUnits(micros(amount), terms(micros(fee), rate(ratio), decimals))
        if (units === undefined) return
        const exact = BigInt(Math.max(0, amount - fee)) * BigInt(ratio)
        const scale = 10n ** BigInt(15 - decimals)
        assert.ok(BigInt(units) * scale <= exact && exact < (BigInt(units) + 1n) * scale)
      }),
    )
  })
})

describe('creditedAmount', () => {
  const table: readonly (readonly [string, number, number, Rate, Micros | undefined])[] = [
    ['250 USDT at 1:1', 250_000_000, 6, per(1), usd(250)],
    ['0.5 bitcoin at 95,000 USD', 50_000_000, 8, per(95_000), usd(47_500)],
    ['100 EUR at 1.0845', 10_000, 2, per(1.0845), usd(108.45)],
    ['1 VND at 0.0000394, half to even', 1, 0, per(0.0000394), micros(39)],
    ['an amount out of range as undefined', Number.MAX_SAFE_INTEGER, 0, per(9_000_000), undefined],
  ]
  for (const [name, units, decimals, ratio, expected] of table)
    it(`gives ${name}`, () => assert.equal(creditedAmount(units, decimals, ratio), expected))
})
