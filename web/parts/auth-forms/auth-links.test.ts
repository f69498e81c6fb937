import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authPath, typedAccountFromState } from '#web/parts/auth-forms/auth-links.ts'
import { emptyAccount } from '#web/parts/auth-forms/typed-account.ts'

describe('the way from one screen of the entry to another', () => {
  const table: readonly (readonly [string, string])[] = [
    ['', '/register'],
    ['invite_code=7KQ2M9RD', '/register'],
    ['from=%2Forder%3Ftype%3D3', '/register?from=%2Forder%3Ftype%3D3'],
    ['from=https%3A%2F%2Fevil.example', '/register'],
    ['from=%2Flogin', '/register'],
  ]
  for (const [search, path] of table) {
    test(`"${search}" goes along as ${path}`, () => assert.equal(authPath('/register', search), path))
  }

  test('takes along what was typed, and only that', () => {
    const typed = { ...emptyAccount, channel: 'mobile', mobile: '812345678', areaId: 7 } as const
    assert.deepEqual(typedAccountFromState(structuredClone({ typed })), typed)
    assert.deepEqual(typedAccountFromState({ typed: { ...emptyAccount, other: 1 } }), emptyAccount)
  })

  for (const state of [
    null,
    undefined,
    'x',
    {},
    { typed: 1 },
    { typed: { ...emptyAccount, channel: 'fax' } },
  ]) {
    test(`takes ${JSON.stringify(state)} for nothing`, () =>
      assert.equal(typedAccountFromState(state), undefined))
  }
})
