import type { CallFailure } from '#browser/calls/call-failure.ts'
import type { RegisterInput } from '#contract/calls/session.ts'
import {
  accountFault,
  contactOf,
  isAccountEmpty,
  type PhoneArea,
  type TypedAccount,
  wireChannel,
} from '#web/parts/auth-forms/typed-account.ts'
import {
  codeFault,
  missingPasswordFaults,
  type ValidationReport,
  validationReport,
  wrongPasswordFaults,
} from '#web/parts/auth-forms/validation.ts'

export type RegisterForm = {
  readonly account: TypedAccount
  /** The typed code from the email or text message. */
  readonly code: string
  /** The typed solution of the captcha, if there is one instead of a code. */
  readonly captchaText: string
  readonly password: string
  readonly repeated: string
  readonly inviteCode: string
  /** The accepted versions of the legal texts, in the form of the call. */
  readonly consent: string
}

/** Rules of the registration that affect the form. */
export type RegisterTerms = {
  readonly area: PhoneArea | undefined
  readonly hasCaptcha: boolean
  readonly isInviteRequired: boolean
  /** The versions to accept. Empty if none is published or known. */
  readonly consent: string
}

export function checkRegister(
  form: RegisterForm,
  { area, hasCaptcha, isInviteRequired, consent }: RegisterTerms,
): ValidationReport {
  const { account, code, captchaText, inviteCode } = form
  const isCodeMissing = (hasCaptcha ? captchaText : code).trim() === ''
  const missing = {
    account: isAccountEmpty(account) ? (`entry.error.${account.channel}` as const) : undefined,
    code: isCodeMissing ? (hasCaptcha ? 'entry.error.captcha' : 'entry.error.code') : undefined,
    ...missingPasswordFaults(form, 'entry.error.password'),
    invite: isInviteRequired && inviteCode.trim() === '' ? 'entry.error.invite' : undefined,
  } as const
  const wrong = {
    account: accountFault(account, area),
    code: hasCaptcha ? undefined : codeFault(code),
    ...wrongPasswordFaults(form, 'entry.error.inconsistent'),
    consent: consent === '' || form.consent === consent ? undefined : 'entry.error.consent',
  } as const
  return validationReport(missing, wrong, 'entry.error.complete')
}

/** Requires a form without faults. */
export function registerInput(
  form: RegisterForm,
  { area, hasCaptcha, consent }: RegisterTerms,
  captchaId: string,
): RegisterInput {
  const contact = contactOf(form.account, area)
  const invite = form.inviteCode.trim()
  return {
    type: wireChannel(form.account.channel),
    ...(contact?.channel === 'mobile'
      ? { area_id: contact.areaId, mobile: contact.national }
      : { account: contact?.email ?? form.account.email }),
    password: form.password,
    re_password: form.repeated,
    ...(invite === '' ? {} : { invite_code: invite }),
    ...(consent === '' ? {} : { consent }),
    ...(hasCaptcha ? { sms_code: form.captchaText.trim(), key: captchaId } : { sms_code: form.code }),
  }
}

/**
 * Whether a failed call has used up the captcha, which allows one attempt. The server checks it after the fields, so a
 * refused field leaves it valid. Only whether the account exists is checked after the captcha.
 */
export function isCaptchaUsedUp(failure: CallFailure): boolean {
  if (failure.kind !== 'refused' || failure.field === undefined) return true
  return failure.reason === 'wrong_captcha' || failure.reason === 'account_exists'
}
