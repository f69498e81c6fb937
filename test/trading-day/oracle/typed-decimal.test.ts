import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTyped } from '#test/trading-day/oracle/typed-decimal.ts'

const readable = [
  ['1', 100n],
  ['0.5', 50n],
  ['12.34', 1_234n],
  ['1.500', 150n],
  ['007', 700n],
  ['0', 0n],
  ['-1.5', -150n],
  ['123456789012345678901', 12_345_678_901_234_567_890_100n],
] as const

for (const [typed, hundredths] of readable) {
  test(`${typed} is ${hundredths} hundredths`, () => assert.equal(readTyped(typed, 2), hundredths))
}

for (const typed of [
  '',
  ' ',
  ' 1',
  '1 ',
  '.5',
  '5.',
  '1,5',
  '1e2',
  '+1',
  '--1',
  '0x10',
  '١',
  'NaN',
  '1.005',
]) {
  test(`"${typed}" is no plain decimal of hundredths`, () => assert.equal(readTyped(typed, 2), undefined))
}
