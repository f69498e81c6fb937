import type { NoticeContent } from '#core/notice/notice.ts'
import type { LanguageCode } from '#i18n/languages.ts'

/** As the browser names it. */
export type SubscriptionKeys = {
  readonly endpoint: string
  /** Public key of the browser: an uncompressed point of P-256, base64url. */
  readonly p256dh: string
  /** 16 bytes, base64url. */
  readonly auth: string
}

export type NewSubscription = SubscriptionKeys & {
  readonly userId: number
  readonly sessionId: number
  readonly language: LanguageCode
}

export type PushNotice = {
  readonly userId: number
  /** Names the notice: a repeated delivery with this tag replaces the first. At most 128 characters. */
  readonly tag: string
  /** When the notice came to be. From then on its push expires. */
  readonly atMs: number
  readonly content: NoticeContent
}

/** Quiet hours are minutes of the day in the zone. Equal ends mean none. */
export type PushPreferences = {
  readonly details: boolean
  readonly quietFrom: number
  readonly quietTo: number
  readonly zone: string
}

export type RenderedNotice = { readonly title: string; readonly text: string; readonly path: string }

export type RenderNotice = (content: NoticeContent, language: LanguageCode) => RenderedNotice

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

export type PushOutcome = 'sent' | 'quiet' | 'expired' | 'failed' | 'gone' | 'retried' | 'dropped'
