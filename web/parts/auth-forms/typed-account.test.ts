import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  accountFault,
  areaOf,
  asciiDigits,
  contactOf,
  emptyAccount,
  loginName,
  type PhoneArea,
  type TypedAccount,
  withAsciiDigits,
} from '#web/parts/auth-forms/typed-account.ts'

describe('a typed account', () => {
  const singapore: PhoneArea = { id: 3, country: 'SG', diallingCode: '65' }
  const thailand: PhoneArea = { id: 7, country: 'TH', diallingCode: '66' }
  const email = (text: string): TypedAccount => ({ ...emptyAccount, email: text })
  const mobile = (text: string): TypedAccount => ({ ...emptyAccount, channel: 'mobile', mobile: text })

  const faults: readonly (readonly [TypedAccount, PhoneArea | undefined, string | undefined])[] = [
    [email(''), undefined, 'entry.error.email'],
    [email('   '), undefined, 'entry.error.email'],
    [email('ann'), undefined, 'entry.error.invalid_email'],
    [email(' Ann@Example.com '), undefined, undefined],
    [mobile(''), thailand, 'entry.error.mobile'],
    [mobile('81 234 5678'), undefined, 'entry.error.area'],
    [mobile('81 234 5678'), thailand, undefined],
    [mobile('123'), thailand, 'entry.error.invalid_mobile'],
    [mobile('12345678901234'), thailand, 'entry.error.invalid_mobile'],
    [mobile('ann@example.com'), thailand, 'entry.error.invalid_mobile'],
    [mobile('+65 9123 4567'), thailand, 'entry.error.invalid_mobile'],
  ]
  for (const [account, area, fault] of faults) {
    test(`"${account.email}${account.mobile}" in ${area?.country} gives ${fault ?? 'no fault'}`, () => {
      assert.equal(accountFault(account, area), fault)
    })
  }

  const numbers: readonly (readonly [string, string, string])[] = [
    ['812345678', '812345678', '66812345678'],
    ['081-234 5678', '0812345678', '660812345678'],
    ['+66 81 234 5678', '812345678', '66812345678'],
    ['0066812345678', '812345678', '66812345678'],
    ['٨١٢٣٤٥٦٧٨', '812345678', '66812345678'],
    ['01234567890123', '1234567890123', '661234567890123'],
  ]
  for (const [typed, national, full] of numbers) {
    test(`"${typed}" gives the national number ${national} and the full number ${full}`, () => {
      const contact = contactOf(mobile(typed), thailand)
      assert.deepEqual(contact, { channel: 'mobile', areaId: 7, national, full })
      assert.equal(loginName(mobile(typed), thailand), full)
    })
  }

  test('loginName accepts a foreign number with its dialling code', () => {
    assert.equal(loginName(mobile('+65 9123 4567'), thailand), '6591234567')
    assert.equal(loginName(mobile('0065 9123 4567'), thailand), '6591234567')
  })

  test('loginName passes a malformed email address through, trimmed', () => {
    assert.equal(loginName(email(' Ann@Example.com '), undefined), 'ann@example.com')
    assert.equal(loginName(email(' ann '), undefined), 'ann')
  })

  test('returns the selected area, or else the second of the list', () => {
    const areas = [singapore, thailand]
    assert.equal(areaOf({ ...emptyAccount, areaId: 3 }, areas), singapore)
    assert.equal(areaOf(emptyAccount, areas), thailand)
    assert.equal(areaOf({ ...emptyAccount, areaId: 99 }, areas), thailand)
    assert.equal(areaOf(emptyAccount, [singapore]), singapore)
    assert.equal(areaOf(emptyAccount, []), undefined)
  })
})

describe('asciiDigits', () => {
  const table: readonly (readonly [string, string])[] = [
    ['0123456789', '0123456789'],
    ['123 456', '123456'],
    ['Your code is 481-516.', '481516'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    ['½²', ''],
    ['', ''],
  ]
  for (const [text, digits] of table) {
    test(`of "${text}" are "${digits}"`, () => assert.equal(asciiDigits(text), digits))
  }

  test('withAsciiDigits keeps the text between the digits', () => {
    assert.equal(withAsciiDigits('+٦٦ (٠) 81'), '+66 (0) 81')
  })
})
