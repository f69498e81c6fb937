import { type Outcome, refused } from '#contract/outcome.ts'
import type { Area } from '#core/user/contact.ts'
import type { User } from '#core/user/user.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Codes } from '#server/codes/codes.ts'
import type { Content } from '#server/content/content.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Log } from '#server/platform/log.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'
import type { Random } from '#server/platform/random.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { AllowedAttempt, AttemptResult, Lockout } from '#server/users/authentication/lockout.ts'
import type { SessionOrigin, Sessions } from '#server/users/sessions/sessions.ts'

/** Dependencies of login, registration and password changes. */
export type AuthenticationParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly settings: Pick<Settings, 'get'>
  readonly passwords: Passwords
  readonly codes: Codes
  readonly encryption: Pick<Encryption, 'keyedHash'>
  readonly areas: readonly Area[]
  readonly sessions: Sessions
  readonly lockout: Lockout
  /** False lifts the rate limits per client address, for benchmarks on a private machine. */
  readonly limits: boolean
  readonly messages: Pick<Messages, 'canSend' | 'enqueue'>
  readonly content: Pick<Content, 'recordConsents'>
}

/** Whether users may have a mobile number: the setting is on, and text messages can be sent. */
export function isMobileOn({
  settings,
  messages,
}: Pick<AuthenticationParts, 'settings' | 'messages'>): boolean {
  return settings.get('is_show_mobile') === 1 && messages.canSend('mobile')
}

/** The client that sent the request. */
export type ClientInfo = SessionOrigin & {
  /** Key of the rate limits: the address, or the network it belongs to. */
  readonly limitKey: string
  readonly language: LanguageCode
  /** The language that the request itself names, if it is a known one. */
  readonly statedLanguage: LanguageCode | undefined
  readonly country: string | undefined
}

/** A new session and its user. */
export type LoggedIn = { readonly kind: 'logged_in'; readonly token: string; readonly user: User }

/** Any outcome other than success. The gateway encodes it unchanged. */
export type Denied = Exclude<Outcome<never>, { readonly kind: 'answered' }>

export function lockoutRefusal(attempt: Exclude<AttemptResult, AllowedAttempt>): Denied {
  return attempt.kind === 'locked' ? tooManyRequests(attempt.seconds) : refused('busy')
}

export function tooManyRequests(seconds: number): Denied {
  return { kind: 'too_many_requests', retryAfterSeconds: Math.max(1, Math.ceil(seconds)) }
}
