import type { Micros } from '#core/money/micros.ts'

/** A deposit or a withdrawal, as far as its money goes. The reference is its own for good: it happens once. */
export type Movement = {
  readonly reference: string
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: Micros
  /** A deposit is `credited` at once. A withdrawal is `locked`, then `sent` or `returned`. */
  readonly state: 'credited' | 'locked' | 'sent' | 'returned'
}
