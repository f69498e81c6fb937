import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyAccount, type PhoneArea } from '#web/parts/auth-forms/typed-account.ts'
import type { ValidationReport } from '#web/parts/auth-forms/validation.ts'
import {
  checkResetPassword,
  type ResetPasswordValues,
  resetPasswordInput,
} from '#web/screens/reset-password/reset-password-state.ts'

const thailand: PhoneArea = { id: 7, country: 'TH', diallingCode: '66' }
const filled: ResetPasswordValues = {
  account: { ...emptyAccount, email: 'ann@example.com', mobile: '81 234 5678' },
  code: '123456',
  password: 'kestrel 7',
  repeated: 'kestrel 7',
}

describe('checkResetPassword', () => {
  const table: readonly (readonly [string, Partial<ResetPasswordValues>, ValidationReport])[] = [
    ['accepts a complete form', {}, { faults: {}, summary: undefined }],
    [
      'names every empty field and asks to complete the form',
      { account: emptyAccount, code: '', password: '', repeated: '' },
      {
        faults: {
          account: 'entry.error.email',
          code: 'entry.error.code',
          password: 'entry.error.new',
          repeated: 'entry.error.repeated',
        },
        summary: 'entry.error.complete',
      },
    ],
    [
      'names the fault of each invalid field',
      { account: { ...emptyAccount, email: 'x' }, code: '12', password: 'short', repeated: 'shorts' },
      {
        faults: {
          account: 'entry.error.invalid_email',
          code: 'entry.error.code_length',
          password: 'entry.error.too_short',
          repeated: 'entry.error.inconsistent',
        },
        summary: undefined,
      },
    ],
  ]
  for (const [name, change, report] of table) {
    test(name, () => assert.deepEqual(checkResetPassword({ ...filled, ...change }, thailand), report))
  }

  test('resetPasswordInput sends the email address, or the number with its dialling code', () => {
    const others = { new_password: 'kestrel 7', secondary_password: 'kestrel 7', auth_code: '123456' }
    assert.deepEqual(resetPasswordInput(filled, thailand), { type: 1, account: 'ann@example.com', ...others })
    const byPhone = { ...filled, account: { ...filled.account, channel: 'mobile' } } as const
    assert.deepEqual(resetPasswordInput(byPhone, thailand), { type: 2, account: '66812345678', ...others })
  })
})
