import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conversionOf } from '#core/market/conversion.ts'

describe('the way of a currency to US dollars', () => {
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
  for (const [currency, way] of rows) it(`${currency}: ${way}`, () => assert.equal(wayOf(currency), way))
})

function wayOf(currency: string): string {
  const conversion = conversionOf(currency)
  if (conversion === undefined) return 'unknown'
  if (conversion.by === 'itself') return 'itself'
  const { by, marketCode, divisor } = conversion
  return `${by} by ${marketCode}${divisor === 1 ? '' : ` over ${divisor}`}`
}
