import { passwordProblem } from '#core/user/password-rule.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { NewPassword } from '#ui/new-password-fields.tsx'

export const maxCodeLength = 32

/** Accepts a TOTP or recovery code. Like the server, ignores spaces and dashes and accepts full-width digits. */
export function isSecondFactorCode(text: string): boolean {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '')
  return /^(?:\d{6}|[a-z2-7]{16})$/i.test(code)
}

/** Key of the message if the code is missing or malformed. */
export function secondFactorFault(text: string): DeskKey | undefined {
  if (text.trim() === '') return 'code.fault.missing'
  return isSecondFactorCode(text) ? undefined : 'code.fault.shape'
}

export const emptyPassword: NewPassword = { password: '', repeated: '' }

export type NewPasswordFaults = {
  readonly password: DeskKey | undefined
  readonly repeated: DeskKey | undefined
}

/** Checks a new password and its repetition. Both may be empty if a new password is optional. */
export function newPasswordFaults(
  { password, repeated: again }: NewPassword,
  isNeeded: boolean,
): NewPasswordFaults {
  if (password === '' && again === '' && !isNeeded) return { password: undefined, repeated: undefined }
  if (password === '') return { password: 'password.fault.missing', repeated: undefined }
  const fault = passwordProblem(password)
  return {
    password: fault === undefined ? undefined : `password.fault.${fault}`,
    repeated: password === again ? undefined : 'password.fault.differs',
  }
}
