import type { ForgetPasswordInput } from '#contract/calls/credentials.ts'
import {
  accountFault,
  isAccountEmpty,
  loginName,
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

export type ResetPasswordValues = {
  readonly account: TypedAccount
  readonly code: string
  readonly password: string
  readonly repeated: string
}

export function checkResetPassword(form: ResetPasswordValues, area: PhoneArea | undefined): ValidationReport {
  const { account, code } = form
  const missing = {
    account: isAccountEmpty(account) ? (`entry.error.${account.channel}` as const) : undefined,
    code: code === '' ? 'entry.error.code' : undefined,
    ...missingPasswordFaults(form, 'entry.error.new'),
  } as const
  const wrong = {
    account: accountFault(account, area),
    code: codeFault(code),
    ...wrongPasswordFaults(form, 'entry.error.inconsistent'),
  }
  return validationReport(missing, wrong, 'entry.error.complete')
}

export function resetPasswordInput(
  form: ResetPasswordValues,
  area: PhoneArea | undefined,
): ForgetPasswordInput {
  return {
    type: wireChannel(form.account.channel),
    account: loginName(form.account, area),
    new_password: form.password,
    secondary_password: form.repeated,
    auth_code: form.code,
  }
}
