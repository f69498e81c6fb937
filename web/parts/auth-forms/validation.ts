import type { CallFailure } from '#browser/calls/call-failure.ts'
import { passwordProblem } from '#core/user/password-rule.ts'
import type { EntryKey } from '#i18n/web/entry/en.ts'
import type { NewPassword } from '#ui/new-password-fields.tsx'

/** All fields of the login, register and password forms. No form has all of them. */
export type AuthField = 'account' | 'old' | 'code' | 'password' | 'repeated' | 'invite' | 'consent'

export type FieldFaults = Readonly<Partial<Record<AuthField, EntryKey | undefined>>>

/** Message keys for the fields and for the form as a whole. */
export type ValidationReport = { readonly faults: FieldFaults; readonly summary: EntryKey | undefined }

/** The fault of a missing field replaces that of a wrong one. The summary is set only if a field is missing. */
export function validationReport(
  missing: FieldFaults,
  wrong: FieldFaults,
  summary?: EntryKey,
): ValidationReport {
  const first = present(missing)
  return {
    faults: { ...present(wrong), ...first },
    summary: Object.keys(first).length > 0 ? summary : undefined,
  }
}

export function isValid({ faults }: ValidationReport): boolean {
  return Object.keys(present(faults)).length === 0
}

function present(faults: FieldFaults): FieldFaults {
  return Object.fromEntries(Object.entries(faults).filter(([, key]) => key !== undefined))
}

type Refused = Extract<CallFailure, { kind: 'refused' }>

/** Form fields by API input name. */
const fieldOfInput: Readonly<Record<string, AuthField>> = {
  account: 'account',
  mobile: 'account',
  area_id: 'account',
  to: 'account',
  old_password: 'old',
  sms_code: 'code',
  auth_code: 'code',
  key: 'code',
  password: 'password',
  new_password: 'password',
  re_password: 'repeated',
  secondary_password: 'repeated',
  invite_code: 'invite',
  consent: 'consent',
}

/** The field a refusal is about. Undefined if it is about none. */
export function fieldOfRefusal({ field, reason }: Pick<Refused, 'field' | 'reason'>): AuthField | undefined {
  // The server does not say whether account or password is wrong. The password is what users retype.
  if (reason === 'wrong_credentials') return 'password'
  return field === undefined ? undefined : fieldOfInput[field]
}

export const codeLength = 6

/** Checks only the length. */
export function codeFault(code: string): EntryKey | undefined {
  return code.length === codeLength ? undefined : 'entry.error.code_length'
}

export function missingPasswordFaults({ password, repeated }: NewPassword, empty: EntryKey): FieldFaults {
  return {
    password: password === '' ? empty : undefined,
    repeated: repeated === '' ? 'entry.error.repeated' : undefined,
  }
}

/** Faults that the password rule finds, and a fault if the repetition differs. */
export function wrongPasswordFaults({ password, repeated }: NewPassword, differing: EntryKey): FieldFaults {
  const fault = passwordProblem(password)
  return {
    password: fault === undefined ? undefined : `entry.error.${fault}`,
    repeated: password === repeated ? undefined : differing,
  }
}
