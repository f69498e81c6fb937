import { type NoticeContent, noticeKinds } from '#core/notice/notice.ts'
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

/** Content that may be stored. */
export type StoredContent = { readonly kind: 'password_changed' } | NoticeContent

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

const storedKinds: ReadonlySet<string> = new Set<StoredKind>(['password_changed', ...noticeKinds])

export function isStoredKind(kind: string): kind is StoredKind {
  return storedKinds.has(kind)
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
