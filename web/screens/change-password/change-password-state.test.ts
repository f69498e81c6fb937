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

describe('the change of a password', () => {
  const table: readonly (readonly [string, ChangePasswordValues, ValidationReport])[] = [
    ['takes what is whole', filled, { faults: {}, summary: undefined }],
    [
      'asks to fill in completely',
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
      'sees that the two differ',
      { ...filled, repeated: 'osprey 89' },
      { faults: { repeated: 'entry.error.mismatch' }, summary: undefined },
    ],
    [
      'wants another one than the old',
      { ...filled, password: 'kestrel 7', repeated: 'kestrel 7' },
      { faults: { password: 'entry.error.same' }, summary: undefined },
    ],
    [
      'wants one by the rule, which comes first',
      { ...filled, old: 'short', password: 'short', repeated: 'short' },
      { faults: { password: 'entry.error.too_short' }, summary: undefined },
    ],
    [
      'wants the whole code',
      { ...filled, code: '1' },
      { faults: { code: 'entry.error.code_length' }, summary: undefined },
    ],
  ]
  for (const [name, form, report] of table) {
    test(name, () => assert.deepEqual(checkChangePassword(form), report))
  }

  test('sends the old one along, and the channel the code came by', () => {
    const shared = { old_password: 'kestrel 7', new_password: 'osprey 88', auth_code: '123456' }
    assert.deepEqual(changePasswordInput(filled, 'email'), { type: 1, ...shared })
    assert.deepEqual(changePasswordInput(filled, 'mobile'), { type: 2, ...shared })
  })
})
