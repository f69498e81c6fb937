import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Reason } from '#contract/envelope.ts'
import {
  type AuthField,
  fieldOfRefusal,
  isValid,
  validationReport,
} from '#web/parts/auth-forms/validation.ts'

describe('a validation report', () => {
  test('prefers missing over wrong, and has a summary only if a field is missing', () => {
    const wrong = { account: 'entry.error.invalid_email', repeated: 'entry.error.inconsistent' } as const
    const report = validationReport({ account: 'entry.error.email' }, wrong, 'entry.error.complete')
    assert.deepEqual(report, {
      faults: { account: 'entry.error.email', repeated: 'entry.error.inconsistent' },
      summary: 'entry.error.complete',
    })
    assert.deepEqual(validationReport({ code: undefined }, wrong, 'entry.error.complete'), {
      faults: wrong,
      summary: undefined,
    })
  })

  test('is valid if nothing is missing or wrong', () => {
    assert.equal(isValid(validationReport({ account: undefined }, { code: undefined })), true)
    assert.equal(isValid(validationReport({}, { code: 'entry.error.code_length' })), false)
  })
})

describe('fieldOfRefusal', () => {
  const table: readonly (readonly [Reason, string | undefined, AuthField | undefined])[] = [
    ['wrong_credentials', undefined, 'password'],
    ['wrong_code', 'sms_code', 'code'],
    ['wrong_code', 'auth_code', 'code'],
    ['wrong_captcha', 'sms_code', 'code'],
    ['invalid_email', 'account', 'account'],
    ['invalid_mobile', 'to', 'account'],
    ['country_not_supported', 'area_id', 'account'],
    ['country_not_supported', undefined, undefined],
    ['account_exists', 'account', 'account'],
    ['password_common', 'password', 'password'],
    ['password_common', 'new_password', 'password'],
    ['password_mismatch', 're_password', 'repeated'],
    ['password_mismatch', 'secondary_password', 'repeated'],
    ['wrong_password', 'old_password', 'old'],
    ['invite_unknown', 'invite_code', 'invite'],
    ['busy', undefined, undefined],
    ['mobile_off', 'type', undefined],
  ]
  for (const [reason, field, expected] of table) {
    test(`${reason} of ${field} belongs to ${expected}`, () => {
      assert.equal(fieldOfRefusal({ reason, field }), expected)
    })
  }
})
