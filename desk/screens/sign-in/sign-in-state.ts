import type { DeskEnrolInput, DeskSignInInput } from '#contract/desk/session.ts'
import {
  factorCodeFault,
  isFactorCode,
  type NewPassword,
  type NewPasswordFaults,
  newPasswordFaults,
  noPassword,
} from '#desk/parts/credentials.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

type SignInForm = { readonly email: string; readonly password: string; readonly code: string }

export const emptySignIn: SignInForm = { email: '', password: '', code: '' }

type SignInFaults = { readonly [Field in keyof SignInForm]: DeskKey | undefined }

/** What keeps the form from being sent. The code may be missing: at the first sign-in there is none yet. */
export function signInFaults({ email, password, code }: SignInForm): SignInFaults {
  return {
    email: email.trim() === '' ? 'sign_in.fault.email' : undefined,
    password: password === '' ? 'sign_in.fault.password' : undefined,
    code: code.trim() === '' || isFactorCode(code) ? undefined : 'code.fault.shape',
  }
}

export function canSignIn(form: SignInForm): boolean {
  return Object.values(signInFaults(form)).every((fault) => fault === undefined)
}

export function signInInput({ email, password, code }: SignInForm): DeskSignInInput {
  const typed = code.trim()
  return { email: email.trim(), password, ...(typed === '' ? {} : { totp: typed }) }
}

type EnrolmentForm = { readonly code: string; readonly newPassword: NewPassword }

export const emptyEnrolment: EnrolmentForm = { code: '', newPassword: noPassword }

type EnrolmentFaults = NewPasswordFaults & { readonly code: DeskKey | undefined }

/** A new password is needed while somebody else knows the present one, which the server says. */
export function enrolmentFaults(form: EnrolmentForm, needsPassword: boolean): EnrolmentFaults {
  return { code: factorCodeFault(form.code), ...newPasswordFaults(form.newPassword, needsPassword) }
}

export function canEnrol(form: EnrolmentForm, needsPassword: boolean): boolean {
  return Object.values(enrolmentFaults(form, needsPassword)).every((fault) => fault === undefined)
}

export function enrolmentInput({ code, newPassword }: EnrolmentForm, ticket: string): DeskEnrolInput {
  const { password } = newPassword
  return { ticket, totp: code.trim(), ...(password === '' ? {} : { new_password: password }) }
}

/** The key in groups of four, as people read and type it. */
export function secretInGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
