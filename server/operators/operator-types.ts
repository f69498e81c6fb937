import type { Refusal } from '#contract/outcome.ts'
import type { OperatorRole } from '#core/account/operator-role.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'
import type { Random } from '#server/platform/random.ts'
import type { Pool } from '#server/storage/storage.ts'

export type OperatorsParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly encryption: Encryption
  readonly passwords: Passwords
  /** Whether mistakes count for the address they come from; for an account they always do. */
  readonly limits: boolean
}

/** An operator as others may see them. */
export type Operator = {
  readonly id: number
  readonly email: string
  readonly role: OperatorRole
  readonly isActive: boolean
  readonly hasTotp: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | undefined
}

/** An operator in one of their sessions. */
export type SessionOperator = {
  readonly operatorId: number
  readonly sessionId: number
  readonly email: string
  readonly role: OperatorRole
}

/** Where somebody is who opens a session. */
export type Place = {
  /** At most 64 characters. */
  readonly address: string
  /** Whom mistakes are counted for: the address, or the network it is one of. */
  readonly limitKey: string
  /** What the browser says of itself, at most 256 characters. */
  readonly device: string
}

export type TooMany = { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }

/** A "no", in the words of the contract, so that a route can pass it on as it is. */
export type No = Refusal | TooMany
