import { type Channel, parseEmailAddress } from '#core/user/contact.ts'
import type { LanguageCode } from '#i18n/languages.ts'

/** `to` is a lower-case email address or the digits of an international number. */
export type Recipient = {
  readonly channel: Channel
  readonly to: string
  readonly language: LanguageCode
}

/**
 * `account_exists` is sent instead of a registration code, so that the requester does not learn that the account
 * exists.
 */
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

/** Rejects header injection and lists of recipients. */
export function isValidRecipient(channel: Channel, to: string): boolean {
  return channel === 'email' ? parseEmailAddress(to) === to : digits.test(to)
}

/** 1 for registration, 2 for passwords: the same numbers as in the API for requesting a code. */
export function messageType(kind: MessageKind): 1 | 2 {
  return kind === 'register_code' || kind === 'account_exists' ? 1 : 2
}
