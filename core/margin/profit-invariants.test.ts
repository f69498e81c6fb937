import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { notionalValue, profitAt, profitAtMid, requiredMargin } from '#core/margin/profit-and-margin.ts'
import { type Lots, lots, type Price, price, type Rate, rate } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'
import { fc } from '#test/fast-check.ts'
import { type Fraction, fraction, rounded, times } from '#test/margin/fraction.ts'

type Case = {
  readonly side: Side
  readonly lots: Lots
  readonly openPrice: Price
  readonly quote: { readonly bid: Price; readonly ask: Price }
  readonly rate: Rate
  readonly leverage: number
  readonly terms: {
    readonly pricePrecision: number
    readonly unitsPerLot: number
    readonly marginMode: 'leverage'
  }
}

const steps = fc.integer({ min: 1, max: 10_000_000 })

/** Random market terms and sizes for which no result is out of range. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    lots: fc.integer({ min: 1, max: 10_000 }),
    open: steps,
    bid: steps,
    spread: fc.integer({ min: 0, max: 1000 }),
    rate: fc.integer({ min: 1, max: 2_000_000_000 }),
    leverage: fc.integer({ min: 1, max: 1000 }),
    pricePrecision: fc.integer({ min: 0, max: 8 }),
    unitsPerLot: fc.constantFrom(1, 10, 100, 5000, 100_000),
  })
  .filter(
    (one) => (one.open + one.bid) * one.lots * one.unitsPerLot < 1_000_000 * 10 ** one.pricePrecision * 100,
  )
  .map((one) => ({
    side: one.side,
    lots: lots(one.lots),
    openPrice: price(one.open),
    quote: { bid: price(one.bid), ask: price(one.bid + one.spread) },
    rate: rate(one.rate),
    leverage: one.leverage,
    terms: { pricePrecision: one.pricePrecision, unitsPerLot: one.unitsPerLot, marginMode: 'leverage' },
  }))

/** Value in micro-dollars of `each` price steps on the whole order. */
function usdValue({ lots: size, terms, rate: perUnit }: Case, each: Fraction): Fraction {
  return times(
    each,
    fraction(1, 10 ** terms.pricePrecision),
    fraction(size, 100),
    fraction(terms.unitsPerLot),
    fraction(perUnit, 10 ** 9),
    fraction(10 ** 6),
  )
}

function sameAs(found: number | undefined, exact: Fraction): void {
  assert.equal(found, Number(rounded(exact)))
}

const often = { numRuns: 2000 }

describe('invariants of profit and margin', () => {
  it('a profit is the exact fraction, rounded once', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { terms, quote, openPrice, side } = one
        const gained = side === 'buy' ? quote.bid - openPrice : openPrice - quote.bid
        sameAs(profitAt(terms, one, quote.bid, one.rate), usdValue(one, fraction(gained)))
      }),
      often,
    )
  })

  it('a profit at the mid price is the exact fraction of half steps, rounded once', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { quote, openPrice, side } = one
        const twice = quote.bid + quote.ask - 2 * openPrice
        const gained = fraction(side === 'buy' ? twice : -twice, 2)
        sameAs(profitAtMid(one.terms, one, quote, one.rate), usdValue(one, gained))
      }),
      often,
    )
  })

  it('margin and notional are the exact fractions, rounded once', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { terms, openPrice, leverage } = one
        const asked = { lots: one.lots, price: openPrice, leverage }
        sameAs(requiredMargin(terms, asked, one.rate), usdValue(one, fraction(openPrice, leverage)))
        sameAs(notionalValue(terms, one.lots, openPrice, one.rate), usdValue(one, fraction(openPrice)))
      }),
      often,
    )
  })

  it('the profit at mid lies between those at bid and ask, and a spread never helps', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { terms, quote, side } = one
        const [worse, better] = side === 'buy' ? [quote.bid, quote.ask] : [quote.ask, quote.bid]
        const middle = profitAtMid(terms, one, quote, one.rate)
        assert.ok(profitAt(terms, one, worse, one.rate) <= middle)
        assert.ok(middle <= profitAt(terms, one, better, one.rate))
      }),
      often,
    )
  })

  it('a sell loses exactly what a buy at the same prices gains', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const bought = profitAt(one.terms, { ...one, side: 'buy' }, one.quote.bid, one.rate)
        const sold = profitAt(one.terms, { ...one, side: 'sell' }, one.quote.bid, one.rate)
        assert.ok(Object.is(bought + sold, 0))
      }),
      often,
    )
  })

  it('a favourable price move never lowers the profit', () => {
    fc.assert(
      fc.property(cases, ({ terms, quote, rate: perUnit, ...one }) => {
        const lower = profitAt(terms, { ...one, side: 'buy' }, quote.bid, perUnit)
        assert.ok(lower <= profitAt(terms, { ...one, side: 'buy' }, quote.ask, perUnit))
      }),
      often,
    )
  })

  it('a higher leverage never needs more margin, and the notional is the maximum', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 1000 }), (one, other) => {
        const [low, high] = [Math.min(one.leverage, other), Math.max(one.leverage, other)]
        const asked = { lots: one.lots, price: one.openPrice }
        const more = requiredMargin(one.terms, { ...asked, leverage: low }, one.rate)
        assert.ok(requiredMargin(one.terms, { ...asked, leverage: high }, one.rate) <= more)
        assert.ok(more <= Number(notionalValue(one.terms, one.lots, one.openPrice, one.rate)))
      }),
      often,
    )
  })
})
