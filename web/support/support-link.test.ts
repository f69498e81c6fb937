import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { supportLink } from '#web/support/support-link.ts'
import { orderOf, withOrder } from '#web/support/support-order.ts'

const page = 'https://help.example.com/chat?id=5'

describe('the support link', () => {
  const table = [
    ['', 1, true, { kind: 'own' }],
    ['', 2, true, { kind: 'own' }],
    ['', 3, true, { kind: 'own' }],
    [page, 1, true, { kind: 'frame', link: page }],
    [page, 2, true, { kind: 'copy', link: page, isPage: true }],
    [page, 3, true, { kind: 'redirect', link: page }],
    [page, 9, true, { kind: 'frame', link: page }],
    ['http://help.example.com/', 1, false, { kind: 'frame', link: 'http://help.example.com/' }],
    ['http://help.example.com/', 1, true, { kind: 'open', link: 'http://help.example.com/' }],
    [
      'https://me:secret@help.example.com/',
      1,
      true,
      { kind: 'open', link: 'https://me:secret@help.example.com/' },
    ],
    [
      'https://:secret@help.example.com/',
      1,
      true,
      { kind: 'open', link: 'https://:secret@help.example.com/' },
    ],
    ['javascript:alert(1)', 1, true, { kind: 'own' }],
    ['javascript:alert(1)', 3, true, { kind: 'own' }],
    ['data:text/html,x', 3, true, { kind: 'own' }],
    ['@openlot', 3, true, { kind: 'own' }],
    ['@openlot', 2, true, { kind: 'copy', link: '@openlot', isPage: false }],
  ] as const
  for (const [service_link, service_link_type, isSecure, expected] of table)
    test(`"${service_link}" of type ${service_link_type}, ${isSecure ? 'with' : 'without'} TLS -> ${expected.kind}`, () =>
      assert.deepEqual(supportLink({ service_link, service_link_type }, isSecure), expected))
})

describe('the order of an address', () => {
  for (const [search, id] of [
    ['order=12', 12],
    ['', undefined],
    ['order=0', undefined],
    ['order=1e3', undefined],
    ['order=9999999999999999', undefined],
  ] as const)
    test(`"${search}" -> ${id}`, () => assert.equal(orderOf(search), id))

  test('is read as it is written', () =>
    assert.equal(orderOf(withOrder('/support', 12).split('?')[1] ?? ''), 12))
})
