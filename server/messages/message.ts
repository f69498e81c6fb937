import { type Channel, parseEmailAddress } from '#core/user/contact.ts'
import type { LanguageCode } from '#i18n/languages.ts'

/** `to` is a lower-case email address or the digits of an international number. */
export type Recipient = {
  readonly channel: Channel
  readonly to: string
  readonly language: LanguageCode
}

/** Kept in memory only: a code must never be stored. */
export type CodeContent = {
  readonly kind: 'register_code' | 'reset_code' | 'payout_method_code' | 'withdrawal_code'
  readonly code: string
  readonly validMinutes: number
}

/**
 * Content that may be stored. Amounts are exact decimals such as `-12.5`, in US dollars if there is no currency.
 * Destinations are masked. `usableAtMs` is epoch milliseconds.
 */
export type StoredContent =
  | { readonly kind: 'password_changed' }
  | { readonly kind: 'deposit_credited'; readonly amount: string }
  | {
      readonly kind: 'deposit_rejected'
      readonly amount: string
      readonly currency: string
      readonly remark: string
    }
  | { readonly kind: 'deposit_invalid'; readonly amount: string; readonly currency: string }
  | {
      readonly kind: 'withdrawal_requested'
      readonly amount: string
      readonly currency: string
      readonly destination: string
    }
  | {
      readonly kind: 'withdrawal_sent'
      readonly amount: string
      readonly currency: string
      readonly transaction: string
    }
  | { readonly kind: 'withdrawal_refused'; readonly amount: string; readonly note: string }
  | { readonly kind: 'withdrawal_cancelled' | 'withdrawal_void'; readonly amount: string }
  | { readonly kind: 'payout_method_added'; readonly destination: string; readonly usableAtMs: number }
  | { readonly kind: 'payout_method_deleted'; readonly destination: string }
  | { readonly kind: 'balance_adjusted'; readonly amount: string; readonly memo: string }
  | { readonly kind: 'complaint_answered'; readonly number: string }

/**
 * `account_exists` is sent instead of a registration code, so that the requester does not learn that the account
 * exists. It is not stored either: the extra write would take longer for addresses that have an account.
 */
export type Content = CodeContent | { readonly kind: 'account_exists' } | StoredContent

export type MessageKind = Content['kind']
export type StoredKind = StoredContent['kind']
export type Message = Recipient & Content
/** A message for the in-memory queue. */
export type UnstoredMessage = Recipient & Exclude<Content, StoredContent>

const storedKinds: Readonly<Record<StoredKind, true>> = {
  password_changed: true,
  deposit_credited: true,
  deposit_rejected: true,
  deposit_invalid: true,
  withdrawal_requested: true,
  withdrawal_sent: true,
  withdrawal_refused: true,
  withdrawal_cancelled: true,
  withdrawal_void: true,
  payout_method_added: true,
  payout_method_deleted: true,
  balance_adjusted: true,
  complaint_answered: true,
}

export function isStoredKind(kind: string): kind is StoredKind {
  return Object.hasOwn(storedKinds, kind)
}

const digits = /^\d{5,15}$/

/** Rejects header injection and lists of recipients. */
export function isValidRecipient(channel: Channel, to: string): boolean {
  return channel === 'email' ? parseEmailAddress(to) === to : digits.test(to)
}

/**
 * 1 for registration, 2 for passwords, 3 for payout methods, 4 for withdrawals: the same numbers as in the API for
 * requesting a code. 0 for other notices.
 */
export function messageType(kind: MessageKind): 0 | 1 | 2 | 3 | 4 {
  if (kind === 'register_code' || kind === 'account_exists') return 1
  if (kind === 'reset_code' || kind === 'password_changed') return 2
  if (kind.startsWith('payout_method')) return 3
  return kind.startsWith('withdrawal') ? 4 : 0
}
