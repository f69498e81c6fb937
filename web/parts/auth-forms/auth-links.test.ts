import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authPath, typedAccountFromState } from '#web/parts/auth-forms/auth-links.ts'
import { emptyAccount } from '#web/parts/auth-forms/typed-account.ts'

describe('links between login screens', () => {
  const table: readonly (readonly [string, string])[] = [
    ['', '/register'],
    ['invite_code=7KQ2M9RD', '/register'],
    ['from=%2Forder%3Ftype%3D3', '/register?from=%2Forder%3Ftype%3D3'],
    ['from=https%3A%2F%2Fevil.example', '/register'],
    ['from=%2Flogin', '/register'],
  ]
  for (const [search, path] of table) {
    test(`"${search}" leads to ${path}`, () => assert.equal(authPath('/register', search), path))
  }

  test('carry the typed account and drop other properties', () => {
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
    test(`ignore the state ${JSON.stringify(state)}`, () =>
      assert.equal(typedAccountFromState(state), undefined))
  }
})
