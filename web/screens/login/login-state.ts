import type { LoginInput } from '#contract/calls/session.ts'
import {
  isAccountEmpty,
  loginName,
  type PhoneArea,
  type TypedAccount,
  wireChannel,
} from '#web/parts/auth-forms/typed-account.ts'
import { type ValidationReport, validationReport } from '#web/parts/auth-forms/validation.ts'

export type LoginForm = { readonly account: TypedAccount; readonly password: string }

/** Checks only that the fields are filled in. The server checks the account and the password. */
export function checkLogin({ account, password }: LoginForm, area: PhoneArea | undefined): ValidationReport {
  const needsArea = account.channel === 'mobile' && area === undefined
  const missing = {
    account: isAccountEmpty(account) ? 'entry.error.account' : needsArea ? 'entry.error.area' : undefined,
    password: password === '' ? 'entry.error.password' : undefined,
  } as const
  return validationReport(missing, {})
}

export function loginInput({ account, password }: LoginForm, area: PhoneArea | undefined): LoginInput {
  return { account: loginName(account, area), password, login_type: wireChannel(account.channel) }
}
