import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canSignIn, signInFaults, signInInput } from '#desk/screens/sign-in/sign-in-state.ts'

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

describe('the sign-in form', () => {
  for (const [change, wrong] of table) {
    test(`${JSON.stringify(change)}: ${wrong ?? 'can be sent'}`, () => {
      const form = { ...filled, ...change }
      const faults = Object.entries(signInFaults(form)).flatMap(([field, fault]) => (fault ? [field] : []))
      assert.deepEqual(faults, wrong === undefined ? [] : [wrong])
      assert.equal(canSignIn(form), wrong === undefined)
    })
  }

  test('is sent without outer blanks, and without a code that is not there', () => {
    assert.deepEqual(signInInput({ email: ' eve@example.com ', password: ' p ', code: ' 123456 ' }), {
      email: 'eve@example.com',
      password: ' p ',
      totp: '123456',
    })
    assert.deepEqual(Object.keys(signInInput({ ...filled, code: ' ' })), ['email', 'password'])
  })
})
