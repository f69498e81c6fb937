import type { ForgetPasswordInput } from '#contract/calls/verification.ts'
import {
  accountFault,
  type EntryArea,
  isAccountEmpty,
  loginName,
  type TypedAccount,
  wireChannel,
} from '#web/parts/auth-forms/typed-account.ts'
import {
  codeFault,
  missingPassword,
  type Report,
  reportOf,
  wrongPassword,
} from '#web/parts/auth-forms/validation.ts'

export type ForgotForm = {
  readonly account: TypedAccount
  readonly code: string
  readonly password: string
  readonly repeated: string
}

export function checkForgot(form: ForgotForm, area: EntryArea | undefined): Report {
  const { account, code } = form
  const missing = {
    account: isAccountEmpty(account) ? (`entry.error.${account.channel}` as const) : undefined,
    code: code === '' ? 'entry.error.code' : undefined,
    ...missingPassword(form, 'entry.error.new'),
  } as const
  const wrong = {
    account: accountFault(account, area),
    code: codeFault(code),
    ...wrongPassword(form, 'entry.error.inconsistent'),
  }
  return reportOf(missing, wrong, 'entry.error.complete')
}

export function forgotInput(form: ForgotForm, area: EntryArea | undefined): ForgetPasswordInput {
  return {
    type: wireChannel(form.account.channel),
    account: loginName(form.account, area),
    new_password: form.password,
    secondary_password: form.repeated,
    auth_code: form.code,
  }
}
