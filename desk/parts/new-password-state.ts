import { passwordFault } from '#core/account/password-rule.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export type NewPassword = { readonly password: string; readonly again: string }

export const noPassword: NewPassword = { password: '', again: '' }

export type NewPasswordFaults = {
  readonly password: DeskKey | undefined
  readonly again: DeskKey | undefined
}

/** What is wrong with a new password that was typed twice; one that is not needed may be left empty. */
export function newPasswordFaults({ password, again }: NewPassword, isNeeded: boolean): NewPasswordFaults {
  if (password === '' && again === '' && !isNeeded) return { password: undefined, again: undefined }
  if (password === '') return { password: 'password.fault.missing', again: undefined }
  const fault = passwordFault(password)
  return {
    password: fault === undefined ? undefined : `password.fault.${fault}`,
    again: password === again ? undefined : 'password.fault.differs',
  }
}
