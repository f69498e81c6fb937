import type { SupportAuthor } from '#core/support/support.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { SessionOperator } from '#server/operators/operators.ts'

/** Whose thread it is. It comes from a session or a thread token, never from an id that a client sends. */
export type ThreadOwner =
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'visitor'; readonly threadId: number }

export type Thread = {
  readonly id: number
  readonly userId: number | undefined
  readonly isOpen: boolean
  readonly lastNumber: number
  readonly userDelivered: number
  readonly userRead: number
  readonly deskDelivered: number
  readonly deskRead: number
}

/** A thread as its user sees it. Undefined before the first message or picture of a user. */
export type OwnThread = Thread & { readonly unread: number }

export type Picture = { readonly name: string; readonly width: number; readonly height: number }

export type Message = {
  readonly threadId: number
  readonly number: number
  readonly author: SupportAuthor
  /** Email of the operator; empty for a message of the user. Not for users. */
  readonly operator: string
  readonly text: string
  readonly orderId: number | undefined
  readonly pictures: readonly Picture[]
  readonly createdAt: Date
}

/** A message as typed, with the idempotency key of its client. */
export type TypedMessage = {
  readonly key: string
  readonly fingerprint: string
  readonly text: string
  /** Names of uploaded pictures, separated by commas. */
  readonly images: string
  readonly orderId: number | undefined
}

export type Marks = { readonly delivered: number | undefined; readonly read: number | undefined }

/** Either the messages after a number, or the newest before one. */
export type MessagesQuery = {
  readonly after: number | undefined
  readonly before: number | undefined
  readonly limit: number
}

/** The client of a user or visitor: its language, and the limit key of its address. */
export type SupportClient = { readonly language: LanguageCode; readonly limitKey: string }

/** An operator who reads or answers, for the audit log. */
export type Reviewer = {
  readonly operator: Pick<SessionOperator, 'operatorId' | 'email'>
  readonly address: string
}
