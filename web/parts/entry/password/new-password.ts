import { passwordFault } from '#core/account/password-rule.ts'
import type { EntryKey } from '#i18n/entry/en.ts'
import type { Faults } from '#web/parts/entry/form/report.ts'

/** A password that is chosen is typed twice. */
export type NewPassword = { readonly password: string; readonly repeated: string }

export function missingPassword({ password, repeated }: NewPassword, empty: EntryKey): Faults {
  return {
    password: password === '' ? empty : undefined,
    repeated: repeated === '' ? 'entry.error.repeated' : undefined,
  }
}

/** What is wrong with it: the rule first, and that the two differ. */
export function wrongPassword({ password, repeated }: NewPassword, differing: EntryKey): Faults {
  const fault = passwordFault(password)
  return {
    password: fault === undefined ? undefined : `entry.error.${fault}`,
    repeated: password === repeated ? undefined : differing,
  }
}
