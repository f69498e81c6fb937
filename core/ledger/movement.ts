import type { Transfer } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'

/** A deposit or withdrawal. The reference is unique, so that the same one is never booked twice. */
export type Movement = {
  readonly reference: string
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: Micros
  /** A deposit is `credited` at once. A withdrawal is `locked`, then `sent` or `returned`. */
  readonly state: 'credited' | 'locked' | 'sent' | 'returned'
}

type MovementRoute = Pick<Transfer, 'source' | 'destination' | 'type'>

const movementRoutes: Readonly<Record<Movement['state'], MovementRoute>> = {
  credited: { source: 'deposits', destination: 'cash', type: 'deposit' },
  locked: { source: 'cash', destination: 'locked', type: 'withdrawal' },
  sent: { source: 'locked', destination: 'withdrawals', type: 'withdrawal' },
  returned: { source: 'locked', destination: 'cash', type: 'withdrawal_returned' },
}

/** The transfer made when a movement enters this state. */
export function movementTransfer({ state, amount, reference }: Movement): Transfer {
  return { ...movementRoutes[state], amount, reference, orderId: null }
}
