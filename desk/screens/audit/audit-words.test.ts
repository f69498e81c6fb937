import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionWords, detailName, detailValue, subjectWords } from '#desk/screens/audit/audit-words.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

/** Shows which words were asked for, and with what. */
const t = (key: DeskKey, holes?: object) => (holes === undefined ? key : `${key} ${Object.values(holes)}`)

describe('the words of the audit log', () => {
  test('an action has its words, and one nobody knows yet its name', () => {
    assert.equal(actionWords('identity_approved', t), 'audit.action.identity_approved')
    assert.equal(actionWords('withdrawal_sent', t), 'withdrawal sent')
    assert.equal(actionWords('constructor', t), 'constructor')
  })

  test('a subject is a kind and its number', () => {
    assert.equal(subjectWords('identity_check:12', t), 'audit.subject.identity_check 12')
    assert.equal(subjectWords('setting:service_link', t), 'audit.subject.setting service_link')
    assert.equal(subjectWords('price_feed:a:b', t), 'price feed a:b')
    assert.equal(subjectWords('', t), '')
  })

  test('a detail has a name', () => {
    assert.equal(detailName('remark', t), 'audit.detail.remark')
    assert.equal(detailName('lost_money', t), 'lost money')
  })

  for (const [name, value, words] of [
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
  ] as const) {
    test(`${name} ${value} is “${words}”`, () => assert.equal(detailValue(name, value, t), words))
  }
})
