import type { AmendPasswordInput } from '#contract/calls/credentials.ts'
import type { Channel } from '#core/user/contact.ts'
import { wireChannel } from '#web/parts/auth-forms/typed-account.ts'
import {
  codeFault,
  missingPasswordFaults,
  type ValidationReport,
  validationReport,
  wrongPasswordFaults,
} from '#web/parts/auth-forms/validation.ts'

export type ChangePasswordValues = {
  readonly old: string
  readonly password: string
  readonly repeated: string
  readonly code: string
}

export const emptyValues: ChangePasswordValues = { old: '', password: '', repeated: '', code: '' }

export function checkChangePassword(form: ChangePasswordValues): ValidationReport {
  const { old, password, code } = form
  const missing = {
    old: old === '' ? 'entry.error.old' : undefined,
    ...missingPasswordFaults(form, 'entry.error.new'),
    code: code === '' ? 'entry.error.code' : undefined,
  } as const
  const { password: rule, repeated } = wrongPasswordFaults(form, 'entry.error.mismatch')
  const wrong = {
    password: rule ?? (password === old ? 'entry.error.same' : undefined),
    repeated,
    code: codeFault(code),
  } as const
  return validationReport(missing, wrong, 'entry.error.fill_in')
}

export function changePasswordInput(
  { old, password, code }: ChangePasswordValues,
  channel: Channel,
): AmendPasswordInput {
  return { type: wireChannel(channel), old_password: old, new_password: password, auth_code: code }
}
