import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  enrolmentFaults,
  enrolmentInput,
  isEnrolmentValid,
  isSignInValid,
  secretInGroups,
  signInFaults,
  signInInput,
} from '#desk/screens/sign-in/sign-in-state.ts'

describe('the sign-in draft', () => {
  const filled = { email: 'eve@example.com', password: 'secret', code: '123456' }

  const table = [
    [{}, undefined],
    [{ code: '' }, undefined],
    [{ code: ' 123 456 ' }, undefined],
    [{ code: 'ABCD-EFGH-2345-67AB' }, undefined],
    [{ email: '  ' }, 'email'],
    [{ password: '' }, 'password'],
    [{ code: '12345' }, 'code'],
  ] as const

  for (const [change, wrong] of table) {
    test(`${JSON.stringify(change)} has ${wrong === undefined ? 'no fault' : `a fault in ${wrong}`}`, () => {
      const form = { ...filled, ...change }
      const faults = Object.entries(signInFaults(form)).flatMap(([field, fault]) => (fault ? [field] : []))
      assert.deepEqual(faults, wrong === undefined ? [] : [wrong])
      assert.equal(isSignInValid(form), wrong === undefined)
    })
  }

  test('is sent trimmed, without an empty code', () => {
    assert.deepEqual(signInInput({ email: ' eve@example.com ', password: ' p ', code: ' 123456 ' }), {
      email: 'eve@example.com',
      password: ' p ',
      totp: '123456',
    })
    assert.deepEqual(Object.keys(signInInput({ ...filled, code: ' ' })), ['email', 'password'])
  })
})

describe('the enrolment draft', () => {
  const good = { password: 'correct horse 1', repeated: 'correct horse 1' }
  const none = { password: '', repeated: '' }

  const table = [
    ['123456', good, true, []],
    ['123456', good, false, []],
    ['123456', none, false, []],
    ['123456', none, true, ['password']],
    ['', good, true, ['code']],
    ['12', { ...good, repeated: 'x' }, true, ['code', 'repeated']],
  ] as const

  for (const [code, newPassword, isNeeded, wrong] of table) {
    test(`“${code}” and “${newPassword.password}”, ${isNeeded ? 'needed' : 'not needed'}: ${wrong.join(' ') || 'can be sent'}`, () => {
      const form = { code, newPassword }
      const faults = Object.entries(enrolmentFaults(form, isNeeded))
      assert.deepEqual(
        faults.flatMap(([field, fault]) => (fault ? [field] : [])),
        wrong,
      )
      assert.equal(isEnrolmentValid(form, isNeeded), wrong.length === 0)
    })
  }

  test('is sent with its ticket, without an empty password', () => {
    assert.deepEqual(enrolmentInput({ code: ' 123456 ', newPassword: good }, 'ticket-1'), {
      ticket: 'ticket-1',
      totp: '123456',
      new_password: 'correct horse 1',
    })
    assert.deepEqual(Object.keys(enrolmentInput({ code: '1', newPassword: none }, 't')), ['ticket', 'totp'])
  })

  test('shows the secret in groups of four', () => {
    assert.equal(
      secretInGroups('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
      'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
    )
    assert.equal(secretInGroups('ABCDE'), 'ABCD E')
  })
})
