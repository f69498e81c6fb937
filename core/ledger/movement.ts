import type { Transfer } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'

/** A deposit or a withdrawal, as far as its money goes. The reference is its own for good: it happens once. */
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

/** What a deposit or a withdrawal moves as it comes to the state it is in. */
export function movementTransfer({ state, amount, reference }: Movement): Transfer {
  return { ...movementRoutes[state], amount, reference, orderId: null }
}
