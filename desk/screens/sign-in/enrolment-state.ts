import type { DeskEnrolInput } from '#contract/desk/session.ts'
import { factorCodeFault } from '#desk/parts/factor-code.ts'
import {
  type NewPassword,
  type NewPasswordFaults,
  newPasswordFaults,
  noPassword,
} from '#desk/parts/new-password-state.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export type EnrolmentForm = { readonly code: string; readonly newPassword: NewPassword }

export const emptyEnrolment: EnrolmentForm = { code: '', newPassword: noPassword }

export type EnrolmentFaults = NewPasswordFaults & { readonly code: DeskKey | undefined }

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
