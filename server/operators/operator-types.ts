import type { Refusal } from '#contract/outcome.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'
import type { Random } from '#server/platform/random.ts'
import type { Pool } from '#server/storage/storage.ts'

export type OperatorsParts = {
  readonly pool: Pool
  readonly clock: Clock
  /** The system clock: an authenticator computes its codes from the real time. */
  readonly wallClock: Pick<Clock, 'now'>
  readonly random: Random
  readonly encryption: Encryption
  readonly passwords: Passwords
  /** False lifts the lockout per client address, never the one per account. */
  readonly limits: boolean
}

/** The fields of an operator that may leave this module: no credentials. */
export type Operator = {
  readonly id: number
  readonly email: string
  readonly role: OperatorRole
  readonly isActive: boolean
  readonly hasTotp: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | undefined
}

/** An operator identified by a session. */
export type SessionOperator = {
  readonly operatorId: number
  readonly sessionId: number
  readonly email: string
  readonly role: OperatorRole
}

/** The client that signs in. */
export type SignInOrigin = {
  /** At most 64 characters. */
  readonly address: string
  /** Key of the lockout per address: the address, or the network it belongs to. */
  readonly limitKey: string
  /** The user agent, at most 256 characters. */
  readonly device: string
}

export type TooManyRequests = { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }

/** Outcomes that a route returns unchanged. */
export type Denied = Refusal | TooManyRequests
