import type { CallFailure } from '#browser/calls/call-failure.ts'
import type { Reason } from '#contract/envelope.ts'

/** The server's refusal messages for fields that several forms have. */
type FieldRefusals = {
  readonly code: string | undefined
  readonly password: string | undefined
  readonly newPassword: string | undefined
}

/** Must cover the reasons that `inlineReasons` in desk-calls.ts excludes from toasts. */
export function fieldRefusals(failure: CallFailure | undefined): FieldRefusals {
  const { reason, msg } = failure?.kind === 'refused' ? failure : { reason: undefined, msg: undefined }
  const field = reason === undefined ? undefined : fieldOf(reason)
  const messageOf = (name: keyof FieldRefusals) => (field === name ? msg : undefined)
  return { code: messageOf('code'), password: messageOf('password'), newPassword: messageOf('newPassword') }
}

function fieldOf(reason: Reason): keyof FieldRefusals | undefined {
  if (reason === 'wrong_code') return 'code'
  if (reason === 'wrong_password') return 'password'
  return reason.startsWith('password_') ? 'newPassword' : undefined
}
