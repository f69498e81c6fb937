import { passwordProblem } from '#core/account/password-rule.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export const longestCode = 32

/** Blanks and dashes do not count; digits may be those of a Chinese keyboard, which the server reads as well. */
export function isFactorCode(text: string): boolean {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '')
  return /^(?:\d{6}|[a-z2-7]{16})$/i.test(code)
}

/** What is wrong with a code that is needed. */
export function factorCodeFault(text: string): DeskKey | undefined {
  if (text.trim() === '') return 'code.fault.missing'
  return isFactorCode(text) ? undefined : 'code.fault.shape'
}

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
  const fault = passwordProblem(password)
  return {
    password: fault === undefined ? undefined : `password.fault.${fault}`,
    again: password === again ? undefined : 'password.fault.differs',
  }
}
