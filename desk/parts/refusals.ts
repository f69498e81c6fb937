import type { Reason } from '#contract/reasons.ts'
import type { CallFailure } from '#desk/calls/call-failure.ts'

/** The server's words for the fields that several forms have, to be shown beside them. */
export type Refusals = {
  readonly code: string | undefined
  readonly password: string | undefined
  readonly newPassword: string | undefined
}

/** The calls of these forms leave just these reasons to them: see `beside` in desk-calls.ts. */
export function refusalsOf(failure: CallFailure | undefined): Refusals {
  const { reason, msg } = failure?.kind === 'refused' ? failure : { reason: undefined, msg: undefined }
  const field = reason === undefined ? undefined : fieldOf(reason)
  const wordsFor = (name: keyof Refusals) => (field === name ? msg : undefined)
  return { code: wordsFor('code'), password: wordsFor('password'), newPassword: wordsFor('newPassword') }
}

function fieldOf(reason: Reason): keyof Refusals | undefined {
  if (reason === 'wrong_code') return 'code'
  if (reason === 'wrong_password') return 'password'
  return reason.startsWith('password_') ? 'newPassword' : undefined
}
