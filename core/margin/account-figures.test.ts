import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  accountFigures,
  closeOutPercent,
  equityAndMargin,
  isAbovePercent,
  marginCallPercent,
  marginCallResetPercent,
  roundedMarginLevel,
} from '#core/margin/account-figures.ts'
import { micros } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'
import { boardOf, dollars, openOrder, quoteOf } from '#test/margin/decimal-inputs.ts'
import { fraction, rounded, times } from '#test/margin/fraction.ts'

const board = boardOf(quoteOf('EURUSD', '1.08500', '1.08510'), quoteOf('USDJPY', '150.000', '150.010'))
const orders = [
  openOrder({ code: 'EURUSD', side: 'buy', lots: '1', open: '1.08432', margin: '1084.32' }),
  openOrder({ code: 'USDJPY', side: 'sell', lots: '0.50', open: '150.250', margin: '500' }),
]

describe('the figures of an account', () => {
  it('sum over its open orders', () => {
    // EURUSD at the bid: 0.00068 × 100,000 = 68; at mid 1.08505: 73.
    // 1 JPY is 1 ÷ 150.005 = 0.006666444. USDJPY at the ask: 0.240 × 50,000 = 12,000 JPY = 79.997328; at mid:
    // 0.245 × 50,000 = 12,250 JPY = 81.663939.
    assert.deepEqual(accountFigures(dollars('10000'), orders, board), {
      balance: dollars('10000'),
      profit: dollars('147.997328'),
      equity: dollars('10147.997328'),
      midEquity: dollars('10154.663939'),
      usedMargin: dollars('1584.32'),
      freeMargin: dollars('8563.677328'),
      // 10,154.663939 ÷ 1,584.32 = 640.94778… %
      marginLevel: 64_095,
      // 1,584.32 ÷ 10,147.997328 = 15.61214… %
      marginUsage: 1561,
    })
  })

  it('compute the margin level from mid prices', () => {
    const risk = { equity: dollars('10154.663939'), usedMargin: dollars('1584.32') }
    assert.deepEqual(equityAndMargin(dollars('10000'), orders, board), risk)
  })

  it('equal the balance without open orders', () => {
    assert.deepEqual(accountFigures(dollars('250'), [], board), {
      balance: dollars('250'),
      profit: 0,
      equity: dollars('250'),
      midEquity: dollars('250'),
      usedMargin: 0,
      freeMargin: dollars('250'),
      marginLevel: null,
      marginUsage: 0,
    })
  })

  it('have no margin ratio if the equity is zero or less', () => {
    const [order] = orders
    assert.ok(order)
    const ratios = ['-68', '-69', '-67.999999'].map(
      (cash) => accountFigures(dollars(cash), [order], board).marginUsage,
    )
    // Used margin 1,084.32 ÷ equity 0.000001, in hundredths of a percent.
    assert.deepEqual(ratios, [null, null, 1_084_320_000 * 10_000])
  })

  it('may be negative', () => {
    const { equity, freeMargin, marginLevel } = accountFigures(dollars('-1000'), orders, board)
    assert.equal(equity, dollars('-852.002672'))
    assert.equal(freeMargin, dollars('-2436.322672'))
    // (−1,000 + 154.663939) ÷ 1,584.32 = −53.3564…  %
    assert.equal(marginLevel, -5336)
  })
})

describe('the margin level', () => {
  const shown: readonly (readonly [number, number, number | null])[] = [
    // Columns: equity, used margin, hundredths of a percent.
    [0, 0, null],
    [5_000_000, 0, null],
    [-5_000_000, 0, null],
    [0, 1_000_000, 0],
    [1_000_000, 1_000_000, 10_000],
    // 0.5, 1.5 and 2.5 hundredths of a percent, rounded half to even.
    [50, 1_000_000, 0],
    [150, 1_000_000, 2],
    [250, 1_000_000, 2],
    [-50, 1_000_000, 0],
    [-150, 1_000_000, -2],
    // A ratio above the exact range is clamped.
    [10 ** 15, 1, Number.MAX_SAFE_INTEGER],
    [-(10 ** 15), 1, Number.MIN_SAFE_INTEGER],
  ]
  for (const [equity, usedMargin, rate] of shown) {
    it(`${equity} over ${usedMargin} is shown as ${rate}`, () => {
      assert.ok(
        Object.is(roundedMarginLevel({ equity: micros(equity), usedMargin: micros(usedMargin) }), rate),
      )
    })
  }

  const compared: readonly (readonly [number, number, number, boolean])[] = [
    // Columns: percent, equity, used margin, whether the margin level is above the percentage.
    [marginCallPercent, 1_000_000_000, 1_000_000_000, false],
    [marginCallPercent, 1_000_000_001, 1_000_000_000, true],
    [marginCallPercent, 999_999_999, 1_000_000_000, false],
    [closeOutPercent, 500_000_000, 1_000_000_000, false],
    [closeOutPercent, 500_000_001, 1_000_000_000, true],
    [closeOutPercent, 499_999_999, 1_000_000_000, false],
    [marginCallResetPercent, 1_100_000_000, 1_000_000_000, false],
    [marginCallResetPercent, 1_100_000_001, 1_000_000_000, true],
    [marginCallResetPercent, 1_099_999_999, 1_000_000_000, false],
    // Half of an odd amount, and 110 % of it, fall between two micro-dollars.
    [closeOutPercent, 500_000, 1_000_001, false],
    [closeOutPercent, 500_001, 1_000_001, true],
    [marginCallResetPercent, 1_100_001, 1_000_001, false],
    [marginCallResetPercent, 1_100_002, 1_000_001, true],
    // At a billion dollars, one micro-dollar still makes the difference.
    [closeOutPercent, 5 * 10 ** 14, 10 ** 15, false],
    [closeOutPercent, 5 * 10 ** 14 + 1, 10 ** 15, true],
    [marginCallPercent, -1, 1, false],
  ]
  for (const [percent, equity, usedMargin, isAbove] of compared) {
    it(`${equity} over ${usedMargin} is ${isAbove ? '' : 'not '}above ${percent} %`, () => {
      const risk = { equity: micros(equity), usedMargin: micros(usedMargin) }
      assert.equal(isAbovePercent(risk, percent), isAbove)
    })
  }

  it('is displayed as 50.00 % slightly above it, but compared as an exact fraction', () => {
    const risk = { equity: dollars('500.00004'), usedMargin: dollars('1000') }
    assert.equal(roundedMarginLevel(risk), 5000)
    assert.equal(isAbovePercent(risk, closeOutPercent), true)
  })

  it('is above every level without used margin', () => {
    for (const equity of [-1, 0, 1]) {
      assert.equal(isAbovePercent({ equity: micros(equity), usedMargin: micros(0) }, 110), true)
    }
  })

  it('is the exact fraction, rounded once', () => {
    const nets = fc.integer({ min: -(10 ** 15), max: 10 ** 15 })
    const margins = fc.integer({ min: 10_000, max: 10 ** 15 })
    fc.assert(
      fc.property(nets, margins, (equity, usedMargin) => {
        const exact = times(fraction(equity, usedMargin), fraction(10_000))
        const found = roundedMarginLevel({ equity: micros(equity), usedMargin: micros(usedMargin) })
        assert.equal(found, Number(rounded(exact)))
      }),
      { numRuns: 1000 },
    )
  })
})
