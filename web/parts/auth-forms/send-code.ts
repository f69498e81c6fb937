import type { Call } from '#browser/calls/call-request.ts'
import { sendEmail, sendSms } from '#web/calls/session.ts'
import type { Contact } from '#web/parts/auth-forms/typed-account.ts'
import { isolateLtr } from '#web/parts/bidi.ts'

export type CodePurpose = 'register' | 'reset' | 'payout_method' | 'withdrawal'

/** The number of a purpose in the API. */
const wirePurpose: Readonly<Record<CodePurpose, number>> = {
  register: 1,
  reset: 2,
  payout_method: 3,
  withdrawal: 4,
}

/** Key of the resend countdown. A number with and without its leading zero has the same key. */
export function countdownKey(purpose: CodePurpose, contact: Contact): string {
  const who =
    contact.channel === 'email' ? contact.email : `${contact.areaId} ${contact.national.replace(/^0+/, '')}`
  return `${purpose} ${contact.channel} ${who}`
}

export function sendCode(
  call: Call,
  purpose: CodePurpose,
  contact: Contact,
  signal?: AbortSignal,
): Promise<null> {
  const type = wirePurpose[purpose]
  return contact.channel === 'email'
    ? sendEmail(call, { to: contact.email, type }, signal)
    : sendSms(call, { to: contact.national, area_id: contact.areaId, type }, signal)
}

/** The recipient of a code, for use in a sentence. */
export function formatContact(contact: Contact): string {
  return isolateLtr(contact.channel === 'email' ? contact.email : `+${contact.full}`)
}
