import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDemoId } from '#core/account/demo-id.ts'

const id = '0123456789abcdef0123456789abcdef'

describe('a demo id', () => {
  it('is 32 hexadecimal characters, kept in small letters', () => {
    assert.equal(parseDemoId(id), id)
    assert.equal(parseDemoId(id.toUpperCase()), id)
  })

  for (const typed of [
    '',
    id.slice(1),
    `${id}0`,
    ` ${id}`,
    `${id}\n`,
    `${id.slice(1)}g`,
    `${id.slice(1)}\uff41`,
  ])
    it(`is not ${JSON.stringify(typed)}`, () => assert.equal(parseDemoId(typed), undefined))
})
