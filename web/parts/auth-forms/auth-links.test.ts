import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { entryPath, typedAccountIn } from '#web/parts/auth-forms/auth-links.ts'
import { noAccount } from '#web/parts/auth-forms/typed-account.ts'

describe('the way from one screen of the entry to another', () => {
  const table: readonly (readonly [string, string])[] = [
    ['', '/register'],
    ['invite_code=7KQ2M9RD', '/register'],
    ['from=%2Forder%3Ftype%3D3', '/register?from=%2Forder%3Ftype%3D3'],
    ['from=https%3A%2F%2Fevil.example', '/register'],
    ['from=%2Flogin', '/register'],
  ]
  for (const [search, path] of table) {
    test(`"${search}" goes along as ${path}`, () => assert.equal(entryPath('/register', search), path))
  }

  test('takes along what was typed, and only that', () => {
    const typed = { ...noAccount, channel: 'mobile', mobile: '812345678', areaId: 7 } as const
    assert.deepEqual(typedAccountIn(structuredClone({ typed })), typed)
    assert.deepEqual(typedAccountIn({ typed: { ...noAccount, other: 1 } }), noAccount)
  })

  for (const state of [null, undefined, 'x', {}, { typed: 1 }, { typed: { ...noAccount, channel: 'fax' } }]) {
    test(`takes ${JSON.stringify(state)} for nothing`, () => assert.equal(typedAccountIn(state), undefined))
  }
})
