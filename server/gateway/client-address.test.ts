import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limitKeyOf } from '#server/gateway/client-address.ts'

describe('rate-limit key', () => {
  const table: readonly (readonly [string, string])[] = [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ]
  for (const [address, key] of table)
    test(`of ${address} is ${key}`, () => assert.equal(limitKeyOf(address), key))
})
