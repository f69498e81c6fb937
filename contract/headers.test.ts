import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readIdempotencyKey, readLanguage, readToken } from '#contract/headers.ts'

describe('headers', () => {
  const languages: readonly (readonly [string | string[] | undefined, string])[] = [
    [undefined, 'hk'],
    ['', 'hk'],
    ['klingon', 'hk'],
    ['en', 'en'],
    ['tw', 'hk'],
    ['zh-CN', 'hk'],
    ['ja', 'jp'],
    [['de', 'en'], 'de'],
  ]
  for (const [header, code] of languages) {
    test(`lang ${JSON.stringify(header)} means ${code}`, () => assert.equal(readLanguage(header), code))
  }

  const tokens: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['abc_DEF-123', 'abc_DEF-123'],
    ['Bearer abc', 'abc'],
    ['bearer   abc', 'abc'],
    ['Bearer ', undefined],
    ['two words', undefined],
    ['a'.repeat(129), undefined],
    ["x'; drop table users", undefined],
  ]
  for (const [header, token] of tokens) {
    test(`authorization ${JSON.stringify(header)?.slice(0, 30)} carries ${token}`, () => {
      assert.equal(readToken(header), token)
    })
  }

  test('the idempotency key comes from the header first, then from the parameter', () => {
    assert.deepEqual(readIdempotencyKey('header-key', 'param-key'), { kind: 'key', key: 'header-key' })
    assert.deepEqual(readIdempotencyKey(undefined, 'param-key'), { kind: 'key', key: 'param-key' })
    assert.deepEqual(readIdempotencyKey(undefined, undefined), { kind: 'none' })
    assert.deepEqual(readIdempotencyKey('', undefined), { kind: 'none' })
  })

  test('a key that is too short, too long or not text is malformed', () => {
    for (const wrong of ['short', 'x'.repeat(129), 'has space in it', 12345678, ['key-one-1', 'key-two-2']]) {
      assert.deepEqual(readIdempotencyKey(undefined, wrong), { kind: 'malformed' })
    }
  })
})
