import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countryFrom, currencyOf } from '#core/calendar/country.ts'

describe('the currency of a country', () => {
  for (const [country, currency] of [
    ['US', 'USD'],
    ['DE', 'EUR'],
    ['EU', 'EUR'],
    // Since January 2026.
    ['BG', 'EUR'],
    ['RO', undefined],
    ['toString', undefined],
  ] as const)
    test(`of ${country} is ${currency ?? 'unknown'}`, () => assert.equal(currencyOf(country), currency))
})

describe('the country of an event', () => {
  for (const [text, currency, country] of [
    [' us ', '', 'US'],
    ['UK', '', 'GB'],
    ['EMU', '', 'EU'],
    ['', 'eur', 'EU'],
    ['', 'XXX', undefined],
    ['ZZ', '', undefined],
    ['Germany', '', undefined],
  ] as const)
    test(`of "${text}" with the currency "${currency}" is ${country ?? 'unknown'}`, () =>
      assert.equal(countryFrom(text, currency), country))
})
