import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loginPath, returnPath } from '#web/parts/navigation.ts'

describe('the path to return to after login', () => {
  const table: readonly (readonly [string, string])[] = [
    ['', '/'],
    ['from=%2Forder%3Ftype%3D3', '/order?type=3'],
    ['from=/trade', '/trade'],
    ['from=//evil.example', '/'],
    ['from=/\\evil.example', '/'],
    ['from=https://evil.example', '/'],
    ['from=javascript:alert(1)', '/'],
    ['from=%2F%09%2Fevil.example', '/'],
    ['from=/login', '/'],
    ['from=/login?from=/login', '/'],
    ['from=/register?invite_code=7KQ2M9RD', '/'],
    ['from=/forgot', '/'],
    ['from=/login-help', '/login-help'],
    ['from=', '/'],
  ]
  for (const [search, path] of table) {
    test(`"${search}" returns to ${path}`, () => assert.equal(returnPath(search), path))
  }

  test('round-trips the path written by loginPath', () => {
    const [, search = ''] = loginPath('/order?type=0').split('?')
    assert.equal(returnPath(search), '/order?type=0')
  })
})
