import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyAccount, type PhoneArea, type TypedAccount } from '#web/parts/auth-forms/typed-account.ts'
import type { FieldFaults } from '#web/parts/auth-forms/validation.ts'
import { checkLogin, loginInput } from '#web/screens/login/login-state.ts'

const thailand: PhoneArea = { id: 7, country: 'TH', diallingCode: '66' }
const ann: TypedAccount = { ...emptyAccount, email: 'ann@example.com' }
const phone: TypedAccount = { ...emptyAccount, channel: 'mobile', mobile: '081 234 5678' }

describe('the login form', () => {
  const table: readonly (readonly [string, TypedAccount, string, PhoneArea | undefined, FieldFaults])[] = [
    [
      'needs account and password',
      emptyAccount,
      '',
      thailand,
      { account: 'entry.error.account', password: 'entry.error.password' },
    ],
    ['needs an account', emptyAccount, 'secret', thailand, { account: 'entry.error.account' }],
    [
      'needs a number by mobile',
      { ...ann, channel: 'mobile' },
      'secret',
      thailand,
      { account: 'entry.error.account' },
    ],
    ['needs a password', ann, '', undefined, { password: 'entry.error.password' }],
    ['needs an area for a number', phone, 'secret', undefined, { account: 'entry.error.area' }],
    ['accepts a password of spaces', ann, ' ', undefined, {}],
    ['leaves the format of the account to the server', { ...ann, email: 'ann' }, 'x', undefined, {}],
    ['accepts a number, a password and an area', phone, 'secret', thailand, {}],
  ]
  for (const [name, account, password, area, faults] of table) {
    test(name, () =>
      assert.deepEqual(checkLogin({ account, password }, area), { faults, summary: undefined }),
    )
  }

  test('sends the email address, or the number in digits with its dialling code', () => {
    assert.deepEqual(loginInput({ account: ann, password: ' s ' }, undefined), {
      account: 'ann@example.com',
      password: ' s ',
      login_type: 1,
    })
    assert.deepEqual(loginInput({ account: phone, password: 's' }, thailand), {
      account: '660812345678',
      password: 's',
      login_type: 2,
    })
  })
})
