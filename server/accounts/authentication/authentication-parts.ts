import { type Outcome, refused } from '#contract/outcome.ts'
import type { Area } from '#core/account/contact.ts'
import type { User } from '#core/account/user.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Attempted, Counted, FailureCount } from '#server/accounts/authentication/lockout.ts'
import type { Place, Sessions } from '#server/accounts/sessions/sessions.ts'
import type { Codes } from '#server/codes/codes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Sealing } from '#server/platform/encryption.ts'
import type { Log } from '#server/platform/log.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'
import type { Random } from '#server/platform/random.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'

/** What every way in is made with. */
export type EntryParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly settings: Pick<Settings, 'get'>
  readonly passwords: Passwords
  readonly codes: Codes
  readonly sealing: Pick<Sealing, 'keyedHash'>
  readonly areas: readonly Area[]
  readonly sessions: Sessions
  readonly failures: FailureCount
  /** Off only on a machine of one's own, for measuring. */
  readonly limits: boolean
}

/** Where somebody knocks from. */
export type ClientInfo = Place & {
  /** Whom limits count: the address, or the network it belongs to. */
  readonly limitKey: string
  readonly language: LanguageCode
  readonly country: string | undefined
}

/** The session that was opened, and whose it is. */
export type LoggedIn = { readonly kind: 'entered'; readonly token: string; readonly user: User }

/** Why not: what the gateway can say as it is. */
export type Denied = Exclude<Outcome<never>, { readonly kind: 'answered' }>

/** What to say to an attempt that may not be made now. */
export function notNow(attempted: Exclude<Attempted, Counted>): Denied {
  return attempted.kind === 'wait' ? tooMany(attempted.seconds) : refused('busy')
}

export function tooMany(seconds: number): Denied {
  return { kind: 'too_many_requests', retryAfterSeconds: Math.max(1, Math.ceil(seconds)) }
}
