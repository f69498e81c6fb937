import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { supportTextField } from '#contract/calls/support.ts'
import { supportLimits, textLength } from '#core/support/support.ts'

test('a text has the same length for the server as for the screens', () => {
  const field = Compile(supportTextField)
  for (const character of ['a', '野', '𠮷', '😀']) {
    const longest = character.repeat(supportLimits.text)
    assert.equal(textLength(longest), supportLimits.text)
    assert.deepEqual([field.Check(longest), field.Check(longest + character)], [true, false])
  }
})
