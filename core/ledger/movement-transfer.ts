import type { Movement } from '#core/funds/movement.ts'
import type { Transfer } from '#core/ledger/transfer.ts'

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
