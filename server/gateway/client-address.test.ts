import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  createClientReader,
  createConnectionKey,
  createLimitKey,
  createProxyCheck,
  limitKeyOf,
} from '#server/gateway/client-address.ts'

describe('rate-limit key', () => {
  const table: readonly (readonly [string, string])[] = [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['203.0.113.9:1', '203.0.113.9'],
    ['203.0.113.9:65535', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::203.0.113.9', '2001:db8:1:2::/64'],
    // Not a port: the text is an address.
    ['2001:db8:1:2::9:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['::ffff:0:1', '0.0.0.1'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    // Not IPv4-mapped: `ffff` is the seventh group.
    ['::ffff:1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80:0:0:0:1:2:3:4%eth0', 'fe80:0:0:0::/64'],
    ['[fe80::1%eth0]:443', 'fe80:0:0:0::/64'],
    ['', ''],
    ['unknown', ''],
    ['_hidden', ''],
    ['unix:', ''],
    ['203.0.113', ''],
    ['203.0.113.256', ''],
    ['203.0.113.009', ''],
    ['0xcb.0.113.9', ''],
    ['203.0.113.9:', ''],
    ['203.0.113.9:0', ''],
    ['203.0.113.9:65536', ''],
    ['203.0.113.9:000080', ''],
    ['203.0.113.9:80:80', ''],
    ['203.0.113.9:http', ''],
    ['203.0.113.9 203.0.113.10', ''],
    ['[203.0.113.9]:80', ''],
    ['203.0.113.9%eth0', ''],
    ['2001:db8:1:2:3:4:5:6:51234', ''],
    ['2001:db8::1::2', ''],
    ['[2001:db8::1', ''],
    ['2001:db8::1]', ''],
    ['[2001:db8::1]443', ''],
    ['[2001:db8::1]:65536', ''],
    ['[]:443', ''],
    ['m.example.com', ''],
    [`fe80::1%${'z'.repeat(120)}`, 'fe80:0:0:0::/64'],
    [`fe80::1%${'z'.repeat(121)}`, ''],
    ['9'.repeat(10_000), ''],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, ''],
  ]
  for (const [text, key] of table) {
    const name = text.length > 64 ? `${text.slice(0, 16)}… (${text.length} characters)` : text
    test(`of “${name}” is “${key}”`, () => assert.equal(limitKeyOf(text), key))
  }

  const port = fc.integer({ min: 1, max: 65_535 })

  test('does not depend on the port', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV6(), port, (ipv4, ipv6, number) => {
        assert.equal(limitKeyOf(`${ipv4}:${number}`), ipv4)
        assert.notEqual(limitKeyOf(ipv6), '')
        assert.equal(limitKeyOf(`[${ipv6}]:${number}`), limitKeyOf(ipv6))
      }),
    )
  })

  test('is short for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => limitKeyOf(text).length <= 24),
    )
  })
})

function requestOf(remoteAddress: string | undefined, forwarded: string | undefined): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

describe('client address behind the trusted proxies 10.0.0.0/8 and ::1', () => {
  const trusted = ['10.0.0.0/8', '::1']
  const clientOf = createClientReader(trusted)
  const keyOf = createLimitKey(trusted)
  const isProxyItself = createProxyCheck(trusted)
  const client = '203.0.113.7'
  const proxy = '10.0.0.1'

  const table: readonly (readonly [
    remote: string | undefined,
    forwarded: string | undefined,
    address: string,
    isProxy: boolean,
  ])[] = [
    [proxy, client, client, false],
    [proxy, `${client}:51234`, client, false],
    [proxy, '[2001:db8::1]:443', '2001:db8::1', false],
    [proxy, '2001:DB8:0::1', '2001:db8::1', false],
    [proxy, '::ffff:203.0.113.7', client, false],
    ['::ffff:10.0.0.1', client, client, false],
    ['::1', client, client, false],
    // Only the last entry that a trusted proxy did not write is believed.
    [proxy, `198.51.100.1, ${client}`, client, false],
    [proxy, `nonsense, ${client}`, client, false],
    [proxy, `${client}:51234, 10.0.0.2:443`, client, false],
    [proxy, `198.51.100.1,${client}:51234 ,\t10.0.0.2`, client, false],
    [proxy, '10.0.0.5', '10.0.0.5', false],
    // A proxy that names no client.
    [proxy, undefined, proxy, true],
    [proxy, '', proxy, true],
    [proxy, 'unknown', proxy, true],
    [proxy, 'unix:', proxy, true],
    [proxy, `${client}:99999`, proxy, true],
    [proxy, `${client},`, proxy, true],
    [proxy, `${client}, , 10.0.0.2`, '10.0.0.2', true],
    [proxy, '1'.repeat(10_000), proxy, true],
    // Any client could send the header.
    [client, undefined, client, false],
    [client, '198.51.100.1', client, false],
    [client, 'nonsense', client, false],
    [undefined, client, '', false],
  ]
  for (const [remote, forwarded, address, isProxy] of table) {
    const named = forwarded === undefined ? 'no header' : `“${forwarded.slice(0, 64)}”`
    test(`from ${remote} with ${named} is “${address}”${isProxy ? ', the proxy itself' : ''}`, () => {
      const request = requestOf(remote, forwarded)
      assert.deepEqual(clientOf(request), { address, isProxyItself: isProxy })
      assert.equal(keyOf(request), limitKeyOf(address))
      assert.equal(isProxyItself(request), isProxy)
    })
  }

  test('without trusted proxies is that of the connection', () => {
    const request = requestOf(proxy, client)
    assert.deepEqual(createClientReader([])(request), { address: proxy, isProxyItself: false })
  })
})

describe('key to count connections by', () => {
  const keyOf = createConnectionKey(['10.0.0.0/8'])
  const table: readonly (readonly [string | undefined, string | undefined])[] = [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['10.0.0.1', undefined],
    ['::ffff:10.0.0.1', undefined],
    [undefined, undefined],
  ]
  for (const [remoteAddress, key] of table)
    test(`from ${remoteAddress} is ${key}`, () => assert.equal(keyOf({ remoteAddress }), key))
})
