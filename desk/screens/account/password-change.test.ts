import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isPasswordChangeValid,
  passwordChangeFaults,
  passwordChangeInput,
} from '#desk/screens/account/password-change.ts'

const newPassword = { password: 'correct horse 2', repeated: 'correct horse 2' }
const filled = { old: 'correct horse 1', newPassword, code: '123456' }

const table = [
  [{}, []],
  [{ old: '' }, ['old']],
  [{ code: '' }, ['code']],
  [{ old: 'correct horse 2' }, ['password']],
  [{ newPassword: { password: 'short', repeated: 'short' } }, ['password']],
  [{ newPassword: { password: 'correct horse 2', repeated: '' } }, ['repeated']],
] as const

describe('a password change', () => {
  for (const [change, wrong] of table) {
    test(`${JSON.stringify(change)} has faults in ${wrong.join(' ') || 'no field'}`, () => {
      const form = { ...filled, ...change }
      assert.deepEqual(
        Object.entries(passwordChangeFaults(form)).flatMap(([field, fault]) => (fault ? [field] : [])),
        wrong,
      )
      assert.equal(isPasswordChangeValid(form), wrong.length === 0)
    })
  }

  test('sends passwords as typed and the code trimmed', () => {
    assert.deepEqual(passwordChangeInput({ ...filled, old: ' p ', code: ' 123456 ' }), {
      old_password: ' p ',
      new_password: 'correct horse 2',
      totp: '123456',
    })
  })
})
