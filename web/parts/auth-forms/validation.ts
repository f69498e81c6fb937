import { passwordProblem } from '#core/account/password-rule.ts'
import type { EntryKey } from '#i18n/entry/en.ts'
import type { CallFailure } from '#web/calls/call-failure.ts'

/** What the forms on the way in ask for, by our names. No form has all of them. */
export type AuthField = 'account' | 'old' | 'code' | 'password' | 'repeated' | 'invite'

export type FieldFaults = Readonly<Partial<Record<AuthField, EntryKey | undefined>>>

/** What keeps a form from being sent: what to say beside each field, and what about the whole of it. */
export type ValidationReport = { readonly faults: FieldFaults; readonly summary: EntryKey | undefined }

/** What is missing counts before what is wrong; that something is missing is also said about the whole. */
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

/** The wire's names for what stands in our fields. */
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
}

/** The field a refusal belongs beside; undefined when it is about none, and is to be said some other way. */
export function fieldOfRefusal({ field, reason }: Pick<Refused, 'field' | 'reason'>): AuthField | undefined {
  // It is one of the two and nobody says which; the password is what one types again.
  if (reason === 'wrong_credentials') return 'password'
  return field === undefined ? undefined : fieldOfInput[field]
}

export const codeLength = 6

/** Only its length: whether it is the right one is for the server to say. */
export function codeFault(code: string): EntryKey | undefined {
  return code.length === codeLength ? undefined : 'entry.error.code_length'
}

/** A password that is chosen is typed twice. */
export type NewPassword = { readonly password: string; readonly repeated: string }

export function missingPasswordFaults({ password, repeated }: NewPassword, empty: EntryKey): FieldFaults {
  return {
    password: password === '' ? empty : undefined,
    repeated: repeated === '' ? 'entry.error.repeated' : undefined,
  }
}

/** What is wrong with it: the rule first, and that the two differ. */
export function wrongPasswordFaults({ password, repeated }: NewPassword, differing: EntryKey): FieldFaults {
  const fault = passwordProblem(password)
  return {
    password: fault === undefined ? undefined : `entry.error.${fault}`,
    repeated: password === repeated ? undefined : differing,
  }
}
