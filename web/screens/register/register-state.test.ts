import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import type { Reason } from '#contract/envelope.ts'
import { emptyAccount, type PhoneArea } from '#web/parts/auth-forms/typed-account.ts'
import type { ValidationReport } from '#web/parts/auth-forms/validation.ts'
import {
  checkRegister,
  isCaptchaUsedUp,
  type RegisterForm,
  type RegisterTerms,
  registerInput,
} from '#web/screens/register/register-state.ts'

const thailand: PhoneArea = { id: 7, country: 'TH', diallingCode: '66' }
const plain: RegisterTerms = { area: thailand, hasCaptcha: false, isInviteRequired: false, consent: '' }
const withCaptcha: RegisterTerms = { ...plain, hasCaptcha: true }
const versions = 'terms:3,privacy:1,risk:2'
const withTexts: RegisterTerms = { ...plain, consent: versions }
const byInvitation: RegisterTerms = { ...plain, isInviteRequired: true }

const empty: RegisterForm = {
  account: emptyAccount,
  code: '',
  captchaText: '',
  password: '',
  repeated: '',
  inviteCode: '',
  consent: '',
}
const filled: RegisterForm = {
  account: { ...emptyAccount, email: 'Ann@example.com', mobile: '081 234 5678' },
  code: '123456',
  captchaText: ' kx7p ',
  password: 'kestrel 7',
  repeated: 'kestrel 7',
  inviteCode: '',
  consent: '',
}
const byPhone: RegisterForm = { ...filled, account: { ...filled.account, channel: 'mobile' } }
const clean: ValidationReport = { faults: {}, summary: undefined }
const incomplete = (faults: ValidationReport['faults']): ValidationReport => ({
  faults,
  summary: 'entry.error.complete',
})
const wrong = (faults: ValidationReport['faults']): ValidationReport => ({ faults, summary: undefined })

describe('the registration form', () => {
  const table: readonly (readonly [string, RegisterForm, RegisterTerms, ValidationReport])[] = [
    ['accepts an email address', filled, plain, clean],
    ['accepts a mobile number', byPhone, plain, clean],
    [
      'names every empty field and asks to complete the form',
      empty,
      byInvitation,
      incomplete({
        account: 'entry.error.email',
        code: 'entry.error.code',
        password: 'entry.error.password',
        repeated: 'entry.error.repeated',
        invite: 'entry.error.invite',
      }),
    ],
    [
      'asks for the number by mobile',
      { ...filled, account: { ...emptyAccount, channel: 'mobile' } },
      plain,
      incomplete({ account: 'entry.error.mobile' }),
    ],
    ['accepts a form without an invite code by default', filled, plain, clean],
    ['needs an invite code if required', filled, byInvitation, incomplete({ invite: 'entry.error.invite' })],
    ['accepts any invite code: the server checks it', { ...filled, inviteCode: 'x' }, byInvitation, clean],
    [
      'names invalid fields along with empty ones',
      { ...filled, account: { ...emptyAccount, email: 'ann' }, code: '' },
      plain,
      incomplete({ account: 'entry.error.invalid_email', code: 'entry.error.code' }),
    ],
    [
      'needs all digits of the code',
      { ...filled, code: '12345' },
      plain,
      wrong({ code: 'entry.error.code_length' }),
    ],
    [
      'needs the captcha text instead of a code',
      { ...filled, captchaText: ' ' },
      withCaptcha,
      incomplete({ code: 'entry.error.captcha' }),
    ],
    ['needs no code with a captcha', { ...filled, code: '' }, withCaptcha, clean],
    [
      'needs the same password twice',
      { ...filled, repeated: 'kestrel 8' },
      plain,
      wrong({ repeated: 'entry.error.inconsistent' }),
    ],
    [
      'needs a password that meets the rules',
      { ...filled, password: 'kestrels', repeated: 'kestrels' },
      plain,
      wrong({ password: 'entry.error.no_digit' }),
    ],
    ['accepts accepted texts', { ...filled, consent: versions }, withTexts, clean],
    ['needs accepted texts', filled, withTexts, wrong({ consent: 'entry.error.consent' })],
    [
      'needs the texts accepted again after a change',
      { ...filled, consent: 'terms:2,privacy:1,risk:2' },
      withTexts,
      wrong({ consent: 'entry.error.consent' }),
    ],
    ['needs no accepted texts that have become unknown', { ...filled, consent: versions }, plain, clean],
    [
      'needs an area for a mobile number',
      byPhone,
      { ...plain, area: undefined },
      wrong({ account: 'entry.error.area' }),
    ],
  ]
  for (const [name, form, terms, report] of table) {
    test(name, () => assert.deepEqual(checkRegister(form, terms), report))
  }

  const shared = { password: 'kestrel 7', re_password: 'kestrel 7' }
  const inputs: readonly (readonly [string, RegisterForm, RegisterTerms, object])[] = [
    [
      'an email address with a code',
      filled,
      plain,
      { type: 1, account: 'ann@example.com', ...shared, sms_code: '123456' },
    ],
    [
      'a mobile number with its area',
      byPhone,
      plain,
      { type: 2, area_id: 7, mobile: '0812345678', ...shared, sms_code: '123456' },
    ],
    [
      'the accepted texts',
      { ...filled, consent: versions },
      withTexts,
      { type: 1, account: 'ann@example.com', ...shared, sms_code: '123456', consent: versions },
    ],
    [
      'the captcha id and text',
      filled,
      withCaptcha,
      { type: 1, account: 'ann@example.com', ...shared, sms_code: 'kx7p', key: 'picture-1' },
    ],
    [
      'an invite code',
      { ...filled, inviteCode: ' 7kq2m9rd ' },
      plain,
      { type: 1, account: 'ann@example.com', ...shared, sms_code: '123456', invite_code: '7kq2m9rd' },
    ],
  ]
  for (const [name, form, terms, input] of inputs) {
    test(`sends ${name}`, () => assert.deepEqual(registerInput(form, terms, 'picture-1'), input))
  }
})

describe('the captcha', () => {
  const table: readonly (readonly [Reason, string | undefined, boolean])[] = [
    ['wrong_captcha', 'sms_code', true],
    ['account_exists', 'account', true],
    ['busy', undefined, true],
    ['invite_unknown', 'invite_code', false],
    ['password_common', 'password', false],
  ]
  for (const [reason, field, isSpent] of table) {
    test(`is ${isSpent ? 'used up' : 'still valid'} after ${reason}`, () => {
      const details = { kind: 'refused', code: 0, msg: '', figures: {}, data: null } as const
      assert.equal(isCaptchaUsedUp(callFailure({ ...details, reason, field })), isSpent)
    })
  }

  test('is used up if the outcome of the call is unknown', () => {
    assert.equal(
      isCaptchaUsedUp(callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined })),
      true,
    )
  })
})
