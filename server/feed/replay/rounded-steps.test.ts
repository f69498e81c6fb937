import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundedSteps } from '#server/feed/replay/rounded-steps.ts'

const cases: readonly (readonly [text: string, precision: number, steps: number])[] = [
  ['1.08427', 5, 108_427],
  ['1.084', 5, 108_400],
  ['1', 5, 100_000],
  ['150', 0, 150],
  ['0', 3, 0],
  ['1.084271', 5, 108_427],
  ['1.084279', 5, 108_428],
  ['1.084275', 5, 108_428],
  ['1.084265', 5, 108_426],
  ['1.0842650', 5, 108_426],
  ['1.08426500001', 5, 108_427],
  ['2.5', 0, 2],
  ['3.5', 0, 4],
  ['0.99999', 2, 100],
  ['', 5, Number.NaN],
  ['abc', 5, Number.NaN],
  ['-1.5', 5, Number.NaN],
  ['1e5', 5, Number.NaN],
  ['NaN', 5, Number.NaN],
  ['Infinity', 5, Number.NaN],
  ['1.', 5, Number.NaN],
  ['.5', 5, Number.NaN],
  ['1,5', 5, Number.NaN],
  ['999999999999999', 5, Number.NaN],
]

for (const [text, precision, steps] of cases) {
  test(`"${text}" at ${precision} decimals is ${steps}`, () =>
    assert.equal(roundedSteps(text, precision), steps))
}
