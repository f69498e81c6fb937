import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import { fc } from '#test/fast-check.ts'

test('parses every JSON object', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const parsed: unknown = JSON.parse(text)
      assert.deepEqual(parseRecord(text), isRecord(parsed) ? parsed : undefined)
    }),
  )
})

test('returns undefined for any other text and never throws', () => {
  for (const text of ['', 'null', '[]', '1', '"x"', '{', '{"a":', '\u0000'])
    assert.equal(parseRecord(text), undefined)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      parseRecord(text)
    }),
  )
})
