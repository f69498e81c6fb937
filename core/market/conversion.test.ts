import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conversionOf, conversionRate, createConversionRoutes } from '#core/market/conversion.ts'
import { formatRate, highestPrice, price } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'
import { boardOf, quoteOf, seeded } from '#test/margin/decimal-inputs.ts'
import { rounded } from '#test/margin/fraction.ts'

describe('conversionOf', () => {
  describe('the conversion of a currency to US dollars', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['EUR', 'multiply by EURUSD'],
      ['GBP', 'multiply by GBPUSD'],
      ['AUD', 'multiply by AUDUSD'],
      ['NZD', 'multiply by NZDUSD'],
      ['GBX', 'multiply by GBPUSD over 100'],
      ['JPY', 'divide by USDJPY'],
      ['CHF', 'divide by USDCHF'],
      ['CAD', 'divide by USDCAD'],
      ['CNH', 'divide by USDCNH'],
      ['SGD', 'divide by USDSGD'],
      ['HKD', 'divide by USDHKD'],
      ['MXN', 'divide by USDMXN'],
      ['ZAR', 'divide by USDZAR'],
      ['USD', 'itself'],
      ['XXX', 'unknown'],
      ['usd', 'unknown'],
      ['constructor', 'unknown'],
    ]
    for (const [currency, conversion] of rows)
      it(`${currency}: ${conversion}`, () => assert.equal(describeConversion(currency), conversion))
  })

  function describeConversion(currency: string): string {
    const conversion = conversionOf(currency)
    if (conversion === undefined) return 'unknown'
    if (conversion.by === 'itself') return 'itself'
    const { by, marketCode, divisor } = conversion
    return `${by} by ${marketCode}${divisor === 1 ? '' : ` over ${divisor}`}`
  }
})

describe('conversionRate', () => {
  describe('the rate of a currency', () => {
    const rows: readonly (readonly [string, string, string, string, string])[] = [
      // Columns: currency, its market, bid, ask, rate.
      // Multiplied: the rate is the mid price itself.
      ['EUR', 'EURUSD', '1.08427', '1.08432', '1.084295000'],
      ['GBP', 'GBPUSD', '1.33500', '1.33503', '1.335015000'],
      ['AUD', 'AUDUSD', '0.68500', '0.68503', '0.685015000'],
      ['NZD', 'NZDUSD', '0.59500', '0.59501', '0.595005000'],
      // 1.335015 ÷ 100 = 0.01335015
      ['GBX', 'GBPUSD', '1.33500', '1.33503', '0.013350150'],
      // Divided: 1 ÷ 150 = 0.00666666666…
      ['JPY', 'USDJPY', '150.000', '150.000', '0.006666667'],
      // 1 ÷ 150.2505 = 0.006655551895…
      ['JPY', 'USDJPY', '150.249', '150.252', '0.006655552'],
      // 1 ÷ 0.880015 = 1.136344266859…
      ['CHF', 'USDCHF', '0.88000', '0.88003', '1.136344267'],
      // 1 ÷ 1.38502 = 0.722011234494…
      ['CAD', 'USDCAD', '1.38500', '1.38504', '0.722011234'],
      // 1 ÷ 6.950105 = 0.143882718318…
      ['CNH', 'USDCNH', '6.95000', '6.95021', '0.143882718'],
      // 1 ÷ 1.285035 = 0.778188920924…
      ['SGD', 'USDSGD', '1.28500', '1.28507', '0.778188921'],
      // 1 ÷ 7.78505 = 0.128451326581…
      ['HKD', 'USDHKD', '7.78500', '7.78510', '0.128451327'],
      // 1 ÷ 17.80075 = 0.056177408255…
      ['MXN', 'USDMXN', '17.80000', '17.80150', '0.056177408'],
      // 1 ÷ 16.901665 = 0.059165768579…
      ['ZAR', 'USDZAR', '16.90000', '16.90333', '0.059165769'],
    ]
    for (const [currency, code, bid, ask, expected] of rows) {
      it(`${currency} with ${code} at ${bid} / ${ask}: ${expected}`, () => {
        const found = boardOf(quoteOf(code, bid, ask)).rate(currency)
        assert.equal(found === undefined ? undefined : formatRate(found), expected)
      })
    }

    it('is 1 for the dollar, without any market', () => assert.equal(boardOf().rate('USD'), 10 ** 9))

    const divided = { by: 'divide', marketCode: 'USDXXX', divisor: 1 } as const
    const pence = { by: 'multiply', marketCode: 'GBPUSD', divisor: 100 } as const
    const edges: readonly (readonly [
      string,
      typeof divided | typeof pence,
      number,
      number,
      number | undefined,
    ])[] = [
      // 10^9 ÷ 400,000,000 = 2.5
      ['half to even when divided', divided, 400_000_000, 0, 2],
      // 0.00000055 × 10^9 ÷ 100 = 5.5, and 0.00000045 × 10^9 ÷ 100 = 4.5
      ['half to even when multiplied, upwards', pence, 55, 8, 6],
      ['half to even when multiplied, downwards', pence, 45, 8, 4],
      ['the smallest rate', divided, 1_999_999_999, 0, 1],
      // 10^9 ÷ 2,000,000,000 = 0.5, rounded to 0: no rate
      ['too small', divided, 2_000_000_000, 0, undefined],
      // 2^47 × 10^9 ÷ 100 and 10^9 ÷ 0.00000001 = 10^17 both exceed 2^53.
      ['too large when multiplied', pence, highestPrice, 0, undefined],
      ['too large when divided', divided, 1, 8, undefined],
    ]
    for (const [name, conversion, mid, precision, expected] of edges) {
      it(name, () => {
        const quote = { bid: price(mid), ask: price(mid) }
        assert.equal(conversionRate(conversion, quote, precision), expected)
      })
    }

    it('is the exact fraction, rounded once, for any quote', () => {
      const steps = fc.integer({ min: 1, max: highestPrice })
      const precisions = fc.integer({ min: 0, max: 8 })
      const ways = fc.constantFrom('multiply' as const, 'divide' as const)
      fc.assert(
        fc.property(
          steps,
          steps,
          precisions,
          ways,
          fc.constantFrom(1, 100),
          (bid, ask, precision, by, divisor) => {
            const whole = 2 * 10 ** precision
            const exact =
              by === 'multiply'
                ? { over: BigInt(bid + ask) * 10n ** 9n, under: BigInt(whole) * BigInt(divisor) }
                : { over: BigInt(whole) * 10n ** 9n, under: BigInt(bid + ask) * BigInt(divisor) }
            const found = conversionRate(
              { by, marketCode: 'X', divisor },
              { bid: price(bid), ask: price(ask) },
              precision,
            )
            const expected = rounded(exact)
            const isCounted = expected > 0n && expected <= BigInt(Number.MAX_SAFE_INTEGER)
            assert.equal(found, isCounted ? Number(expected) : undefined)
          },
        ),
        { numRuns: 2000 },
      )
    })
  })
})

describe('createConversionRoutes', () => {
  const routeOf = createConversionRoutes(['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY', 'GER40'].map(seeded))

  describe('the market that converts a currency', () => {
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['EUR', 'EURUSD multiply 1 at 5'],
      ['GBP', 'GBPUSD multiply 1 at 5'],
      ['GBX', 'GBPUSD multiply 100 at 5'],
      ['JPY', 'USDJPY divide 1 at 3'],
      // Needs no conversion.
      ['USD', undefined],
      // The converting market is missing.
      ['AUD', undefined],
      ['HKD', undefined],
      // No conversion is defined.
      ['XXX', undefined],
    ]
    for (const [currency, expected] of rows)
      it(`of ${currency}: ${expected ?? 'none'}`, () => assert.equal(shown(currency), expected))

    it('is cached', () => {
      assert.equal(routeOf('JPY'), routeOf('JPY'))
      assert.equal(shown('JPY'), 'USDJPY divide 1 at 3')
      assert.equal(shown('HKD'), undefined)
    })
  })

  function shown(currency: string): string | undefined {
    const route = routeOf(currency)
    if (route === undefined) return undefined
    const { marketId, precision, conversion } = route
    assert.equal(marketId, seeded(conversion.marketCode).id)
    return `${conversion.marketCode} ${conversion.by} ${conversion.divisor} at ${precision}`
  }
})
