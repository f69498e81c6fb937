import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { draftFault } from '#desk/screens/support/answer-fault.ts'

const pictures = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: String(at), width: 1, height: 1 }))

const table = [
  [' \n', 0, 'empty'],
  ['', 1, undefined],
  ['Hi', 4, undefined],
  ['Hi', 5, 'too_many_pictures'],
  ['a'.repeat(2_000), 0, undefined],
  ['a'.repeat(2_001), 0, 'too_long'],
  ['😀'.repeat(2_000), 0, undefined],
] as const

describe('an answer', () => {
  for (const [text, count, fault] of table)
    test(`of ${[...text].length} characters and ${count} pictures: ${fault ?? 'can be sent'}`, () => {
      assert.equal(draftFault({ text, pictures: pictures(count) }), fault)
    })
})
