import type { DeskEnrolInput, DeskSignInInput } from '#contract/desk/session.ts'
import {
  emptyPassword,
  isSecondFactorCode,
  type NewPasswordFaults,
  newPasswordFaults,
  secondFactorFault,
} from '#desk/parts/credentials.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { NewPassword } from '#ui/new-password-fields.tsx'

type SignInDraft = { readonly email: string; readonly password: string; readonly code: string }

export const emptySignIn: SignInDraft = { email: '', password: '', code: '' }

type SignInFaults = { readonly [Field in keyof SignInDraft]: DeskKey | undefined }

/** The code is optional: at the first sign-in the operator has none yet. */
export function signInFaults({ email, password, code }: SignInDraft): SignInFaults {
  return {
    email: email.trim() === '' ? 'sign_in.fault.email' : undefined,
    password: password === '' ? 'sign_in.fault.password' : undefined,
    code: code.trim() === '' || isSecondFactorCode(code) ? undefined : 'code.fault.shape',
  }
}

export function isSignInValid(form: SignInDraft): boolean {
  return Object.values(signInFaults(form)).every((fault) => fault === undefined)
}

export function signInInput({ email, password, code }: SignInDraft): DeskSignInInput {
  const typed = code.trim()
  return { email: email.trim(), password, ...(typed === '' ? {} : { totp: typed }) }
}

type EnrolmentDraft = { readonly code: string; readonly newPassword: NewPassword }

export const emptyEnrolment: EnrolmentDraft = { code: '', newPassword: emptyPassword }

type EnrolmentFaults = NewPasswordFaults & { readonly code: DeskKey | undefined }

/** The server requires a new password if someone else set the current one. */
export function enrolmentFaults(form: EnrolmentDraft, needsPassword: boolean): EnrolmentFaults {
  return { code: secondFactorFault(form.code), ...newPasswordFaults(form.newPassword, needsPassword) }
}

export function isEnrolmentValid(form: EnrolmentDraft, needsPassword: boolean): boolean {
  return Object.values(enrolmentFaults(form, needsPassword)).every((fault) => fault === undefined)
}

export function enrolmentInput({ code, newPassword }: EnrolmentDraft, ticket: string): DeskEnrolInput {
  const { password } = newPassword
  return { ticket, totp: code.trim(), ...(password === '' ? {} : { new_password: password }) }
}

/** The secret in groups of four characters, which are easier to type. */
export function secretInGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
