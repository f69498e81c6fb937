import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { textLength } from '#core/support/support.ts'

describe('the length of a text, in characters', () => {
  for (const [text, length] of [
    ['', 0],
    ['hello', 5],
    ['𠮷野家', 3],
    ['👍🏽', 2],
    ['e\u0301', 2],
  ] as const)
    test(`${text} -> ${length}`, () => assert.equal(textLength(text), length))
})
