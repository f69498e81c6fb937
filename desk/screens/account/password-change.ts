import type { DeskChangePasswordInput } from '#contract/desk/session.ts'
import {
  emptyPassword,
  type NewPasswordFaults,
  newPasswordFaults,
  secondFactorFault,
} from '#desk/parts/credentials.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { NewPassword } from '#ui/new-password-fields.tsx'

export type PasswordChange = {
  readonly old: string
  readonly newPassword: NewPassword
  readonly code: string
}

export const emptyPasswordChange: PasswordChange = { old: '', newPassword: emptyPassword, code: '' }

export type PasswordChangeFaults = NewPasswordFaults & {
  readonly old: DeskKey | undefined
  readonly code: DeskKey | undefined
}

export function passwordChangeFaults({ old, newPassword, code }: PasswordChange): PasswordChangeFaults {
  const faults = newPasswordFaults(newPassword, true)
  const isSame = old !== '' && newPassword.password.normalize('NFC') === old.normalize('NFC')
  return {
    old: old === '' ? 'sign_in.fault.password' : undefined,
    code: secondFactorFault(code),
    password: faults.password ?? (isSame ? 'account.password.same' : undefined),
    repeated: faults.repeated,
  }
}

export function isPasswordChangeValid(form: PasswordChange): boolean {
  return Object.values(passwordChangeFaults(form)).every((fault) => fault === undefined)
}

export function passwordChangeInput({ old, newPassword, code }: PasswordChange): DeskChangePasswordInput {
  return { old_password: old, new_password: newPassword.password, totp: code.trim() }
}
