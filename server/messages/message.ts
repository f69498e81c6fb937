import { type Channel, parseEmailAddress } from '#core/account/contact.ts'
import type { LanguageCode } from '#i18n/languages.ts'

/** Who a message is for: an address in lower case, or a number in international digits. */
export type Recipient = {
  readonly channel: Channel
  readonly to: string
  readonly language: LanguageCode
}

/** What there is to say. A notice stands in for a code where a code would tell a stranger that there is no account. */
export type Content =
  | {
      readonly kind: 'register_code' | 'reset_code'
      readonly code: string
      readonly validMinutes: number
    }
  | { readonly kind: 'account_exists' | 'password_changed' }

export type MessageKind = Content['kind']
export type Message = Recipient & Content

const digits = /^\d{5,15}$/

/** Nothing else may be sent to: whatever could end a header line or name a second recipient is none. */
export function isRecipient(channel: Channel, to: string): boolean {
  return channel === 'email' ? parseEmailAddress(to) === to : digits.test(to)
}

/** 1 has to do with registering, 2 with a password: the numbers that callers ask for codes by. */
export function typeOf(kind: MessageKind): 1 | 2 {
  return kind === 'register_code' || kind === 'account_exists' ? 1 : 2
}
