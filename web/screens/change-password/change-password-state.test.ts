import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ValidationReport } from '#web/parts/auth-forms/validation.ts'
import {
  type ChangePasswordValues,
  changePasswordInput,
  checkChangePassword,
  emptyValues,
} from '#web/screens/change-password/change-password-state.ts'

const filled: ChangePasswordValues = {
  old: 'kestrel 7',
  password: 'osprey 88',
  repeated: 'osprey 88',
  code: '123456',
}

describe('checkChangePassword', () => {
  const table: readonly (readonly [string, ChangePasswordValues, ValidationReport])[] = [
    ['accepts a complete form', filled, { faults: {}, summary: undefined }],
    [
      'names every empty field and asks to fill in the form',
      emptyValues,
      {
        faults: {
          old: 'entry.error.old',
          password: 'entry.error.new',
          repeated: 'entry.error.repeated',
          code: 'entry.error.code',
        },
        summary: 'entry.error.fill_in',
      },
    ],
    [
      'refuses a repeated password that differs',
      { ...filled, repeated: 'osprey 89' },
      { faults: { repeated: 'entry.error.mismatch' }, summary: undefined },
    ],
    [
      'refuses the old password as the new one',
      { ...filled, password: 'kestrel 7', repeated: 'kestrel 7' },
      { faults: { password: 'entry.error.same' }, summary: undefined },
    ],
    [
      'reports a broken password rule first',
      { ...filled, old: 'short', password: 'short', repeated: 'short' },
      { faults: { password: 'entry.error.too_short' }, summary: undefined },
    ],
    [
      'refuses an incomplete code',
      { ...filled, code: '1' },
      { faults: { code: 'entry.error.code_length' }, summary: undefined },
    ],
  ]
  for (const [name, form, report] of table) {
    test(name, () => assert.deepEqual(checkChangePassword(form), report))
  }

  test('changePasswordInput sends the old password and the channel of the code', () => {
    const shared = { old_password: 'kestrel 7', new_password: 'osprey 88', auth_code: '123456' }
    assert.deepEqual(changePasswordInput(filled, 'email'), { type: 1, ...shared })
    assert.deepEqual(changePasswordInput(filled, 'mobile'), { type: 2, ...shared })
  })
})
