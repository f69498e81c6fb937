import type { DeskSignInInput } from '#contract/desk/session.ts'
import { isFactorCode } from '#desk/parts/factor-code.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export type SignInForm = { readonly email: string; readonly password: string; readonly code: string }

export const emptySignIn: SignInForm = { email: '', password: '', code: '' }

export type SignInFaults = { readonly [Field in keyof SignInForm]: DeskKey | undefined }

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
