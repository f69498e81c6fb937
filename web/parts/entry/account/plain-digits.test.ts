import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { plainDigits, withPlainDigits } from '#web/parts/entry/account/plain-digits.ts'

describe('digits', () => {
  const table: readonly (readonly [string, string])[] = [
    ['0123456789', '0123456789'],
    ['123 456', '123456'],
    ['Your code is 481-516.', '481516'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    ['½²', ''],
    ['', ''],
  ]
  for (const [text, digits] of table) {
    test(`of "${text}" are "${digits}"`, () => assert.equal(plainDigits(text), digits))
  }

  test('keep what stands between them when that is wanted', () => {
    assert.equal(withPlainDigits('+٦٦ (٠) 81'), '+66 (0) 81')
  })
})
