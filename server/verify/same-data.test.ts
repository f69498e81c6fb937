import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fieldDifferences, firstDifference } from '#server/verify/same-data.ts'

const cases: readonly (readonly [expected: unknown, found: unknown, path: string | undefined])[] = [
  [1, 1, undefined],
  [0, -0, undefined],
  [1, 2, ''],
  [1, '1', ''],
  [null, undefined, ''],
  [{ a: 1, b: undefined }, { a: 1 }, undefined],
  [{ a: 1 }, { a: 1, b: undefined }, undefined],
  [{ a: 1, b: undefined }, { a: 1, c: 2 }, 'c'],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
  [{ a: 1 }, { a: 1, b: null }, 'b'],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, 'a.b.1.c'],
  [[1, 2], [1, 2, 3], '2'],
  [[1, 2, 3], [1, 2], '2'],
  [[], {}, ''],
  [{ a: null }, { a: {} }, 'a'],
  [{}, { toString: 1 }, 'toString'],
  [{ toString: 1 }, {}, 'toString'],
]

test('the first difference is named by its path', () => {
  for (const [expected, found, path] of cases)
    assert.equal(firstDifference(expected, found)?.path, path, JSON.stringify([expected, found]))
})

test('each field that differs is named', () => {
  const differences = fieldDifferences({ a: 1, b: { c: 2 }, d: 3 }, { a: 2, b: { c: 3 }, d: 3, e: 4 })
  assert.deepEqual(differences, [
    { path: 'a', expected: 1, found: 2 },
    { path: 'b.c', expected: 2, found: 3 },
    { path: 'e', expected: undefined, found: 4 },
  ])
})

test('data is what JSON makes of it, and two pieces are the same where JSON cannot tell them apart', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      assert.equal(firstDifference(one, JSON.parse(JSON.stringify(one))), undefined)
      const isSame = sorted(one) === sorted(other)
      assert.equal(firstDifference(one, other) === undefined, isSame)
    }),
  )
})

/** The text of it with the fields of everything in one order. */
function sorted(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}
