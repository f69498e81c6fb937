import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  actionText,
  detailName,
  detailValue,
  parseDetails,
  subjectText,
} from '#desk/screens/audit/audit-format.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

describe('parseDetails', () => {
  const table = [
    ['{}', []],
    ['', []],
    ['{"factor":"totp"}', [{ name: 'factor', value: 'totp' }]],
    ['{"from":"0","to":"1"}', [{ name: '', value: '0', becomes: '1' }]],
    [
      '{"role":{"from":"viewer","to":"owner"},"reset":true}',
      [
        { name: 'role', value: 'viewer', becomes: 'owner' },
        { name: 'reset', value: true },
      ],
    ],
    [
      '{"user":7,"remark":null}',
      [
        { name: 'user', value: 7 },
        { name: 'remark', value: null },
      ],
    ],
    ['{"to":"eve@example.com"}', [{ name: 'to', value: 'eve@example.com' }]],
    [
      '{"ids":[1,2],"more":{"a":1}}',
      [
        { name: 'ids', value: '[1,2]' },
        { name: 'more', value: '{"a":1}' },
      ],
    ],
    ['not json', [{ name: '', value: 'not json' }]],
    ['[1]', [{ name: '', value: '[1]' }]],
  ] as const

  for (const [text, details] of table)
    test(text || 'none', () => assert.deepEqual(parseDetails(text), details))
})

describe('audit texts', () => {
  /** Returns the key and its values instead of a translation. */
  const t = (key: DeskKey, holes?: object) => (holes === undefined ? key : `${key} ${Object.values(holes)}`)
  const words = { t, locale: 'en' }

  test('an unknown action is shown by name', () => {
    assert.equal(actionText('identity_approved', t), 'audit.action.identity_approved')
    assert.equal(actionText('market_closed', t), 'market closed')
    assert.equal(actionText('constructor', t), 'constructor')
  })

  test('a subject has a kind and an id', () => {
    assert.equal(subjectText('identity_check:12', t), 'audit.subject.identity_check 12')
    assert.equal(subjectText('setting:service_link', t), 'audit.subject.setting service_link')
    assert.equal(subjectText('price_feed:a:b', t), 'price feed a:b')
    assert.equal(subjectText('', t), '')
  })

  test('an unknown detail is shown by name', () => {
    assert.equal(detailName('remark', words), 'audit.detail.remark')
    assert.equal(detailName('lost_money', words), 'lost money')
  })

  test('a text of a company is shown with its language', () => {
    assert.equal(detailName('legal_name_hk', words), 'audit.detail_in.legal_name 繁體中文')
    assert.equal(detailName('name_spa', words), 'audit.detail_in.name Español')
    for (const name of ['name_xx', 'other_en', 'toString_en'])
      assert.equal(detailName(name, words), name.replace('_', ' '))
  })

  for (const [name, shown] of [
    ['forecast', 'calendar.field.forecast'],
    ['title_en', 'calendar.title_in English'],
    ['added', 'audit.detail.added'],
    ['sha256', 'audit.detail.sha256'],
  ] as const)
    test(`the detail ${name} of the calendar is “${shown}”`, () => {
      assert.equal(detailName(name, words), shown)
    })

  test('details that were left out are one sentence without a name', () => {
    const [detail, ...others] = parseDetails('{"left_out":"longer than 65536 bytes"}')
    assert.ok(detail)
    assert.deepEqual(others, [])
    assert.equal(detailName(detail.name, words), undefined)
    assert.equal(detailValue(detail.name, detail.value, words), 'audit.left_out')
  })

  test('a change of the subject itself has no name', () => {
    assert.equal(detailName('', words), undefined)
  })

  for (const [name, value, shown] of [
    ['role', 'viewer', 'role.viewer'],
    ['role', 'captain', 'captain'],
    ['remark', 'viewer', 'viewer'],
    ['factor', 'totp', 'audit.value.totp'],
    ['factor', 'pigeon', 'pigeon'],
    ['side', 'reverse', 'picture.reverse'],
    ['active', true, 'audit.yes'],
    ['active', false, 'audit.no'],
    ['user', 7, '7'],
    ['from', '', 'audit.none'],
    ['from', null, 'audit.none'],
    ['importance', '2', 'calendar.importance.2'],
    ['time', '2026-01-09', 'calendar.all_day Jan 9, 2026'],
  ] as const) {
    test(`${name} ${value} is “${shown}”`, () => assert.equal(detailValue(name, value, words), shown))
  }
})
