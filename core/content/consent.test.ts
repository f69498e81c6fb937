import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseConsent } from '#core/content/consent.ts'

describe('a consent', () => {
  test('names kinds with their versions, in any order', () => {
    const parsed = parseConsent('risk:2,terms:13')
    assert.deepEqual(
      [...(parsed ?? [])],
      [
        ['risk', 2],
        ['terms', 13],
      ],
    )
  })

  for (const text of [
    '',
    'terms',
    'terms:',
    'terms:0',
    'terms:-1',
    'terms:1.5',
    'terms:01',
    'terms:12345678',
    'news:1',
    'terms:1,terms:2',
    'terms:1,',
    ' terms:1',
    'terms:1;privacy:1',
    '__proto__:1',
  ])
    test(`is refused as ${JSON.stringify(text)}`, () => assert.equal(parseConsent(text), undefined))
})
