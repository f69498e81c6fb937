import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longestRemark, parseRemark } from '#core/user/operator-remark.ts'
import { fc } from '#test/fast-check.ts'

describe('a remark', () => {
  it('keeps the text and its line breaks', () => {
    assert.equal(parseRemark('  Too dark.\r\nPlease take it again.\n '), 'Too dark.\nPlease take it again.')
    assert.equal(parseRemark('太暗，請重拍 👍'), '太暗，請重拍 👍')
  })

  it('is refused if empty or too long', () => {
    for (const typed of ['', ' \n\t ', '\0', '\ud800', 'x'.repeat(longestRemark + 1)])
      assert.equal(parseRemark(typed), undefined)
    assert.equal(parseRemark('👍'.repeat(longestRemark))?.length, 2 * longestRemark)
  })

  it('contains only characters the database accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab \0\x1b\x7f\n\r\u0085\ud800\udc00') }), (typed) => {
        const remark = parseRemark(typed) ?? ''
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for exactly these.
        assert.ok(remark.isWellFormed() && !/[\0-\x09\x0b-\x1f\x7f-\x9f]/.test(remark))
      }),
    )
  })
})
