import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factorCodeFault } from '#desk/parts/factor-code.ts'

for (const [text, fault] of [
  ['123456', undefined],
  [' 123 456 ', undefined],
  ['１２３４５６', undefined],
  ['abcd-efgh-2345-67AB', undefined],
  ['ABCDEFGH234567AB', undefined],
  ['', 'code.fault.missing'],
  ['   ', 'code.fault.missing'],
  ['12345', 'code.fault.shape'],
  ['1234567', 'code.fault.shape'],
  ['abcd-efgh-2345-67A', 'code.fault.shape'],
  ['abcd-efgh-0189-67AB', 'code.fault.shape'],
] as const) {
  test(`“${text}” as a code: ${fault ?? 'is one'}`, () => assert.equal(factorCodeFault(text), fault))
}
