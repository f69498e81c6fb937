import type { PayoutTerms } from '#core/funds/payout.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'

/** A deposit, withdrawal or adjustment. The reference is unique, so that the same one is never booked twice. */
export type Movement = {
  readonly reference: string
  readonly kind: 'deposit' | 'withdrawal' | 'adjustment'
  /** Always positive. For a deposit that was not credited: what it would have credited. */
  readonly amount: Micros
  readonly state: MovementState
  /** Only of a withdrawal. Absent in earlier versions, which took no fee. */
  readonly terms?: PayoutTerms
  /** Text for the user: why it was rejected or refused, or the memo of an adjustment. For `void` a reason code. */
  readonly note?: string
  /** Transaction id or bank reference of a sent withdrawal. */
  readonly payment?: string
  /** Operators: who took a withdrawal into review, approved it as the second person, and pays it. */
  readonly reviewerId?: number
  readonly approverId?: number
  readonly payerId?: number
}

/**
 * The states of a deposit, then of a withdrawal, then of an adjustment. The states `locked` to `paying` hold the amount
 * in the locked balance. All others are final.
 */
export const movementStates = {
  deposit: ['credited', 'rejected', 'invalid'],
  withdrawal: ['locked', 'reviewing', 'approved', 'paying', 'sent', 'returned', 'cancelled', 'void'],
  adjustment: ['adjusted'],
} as const

export type MovementState = (typeof movementStates)[Movement['kind']][number]

/** Whether a withdrawal in this state holds its amount in the locked balance. */
export function isOpenState(state: MovementState): boolean {
  return state === 'locked' || state === 'reviewing' || state === 'approved' || state === 'paying'
}

/** The operators of an act and their text, for its transfers. */
export type TransferAct = Pick<Transfer, 'operatorId' | 'secondOperatorId' | 'memo'>

type Posting = Pick<Movement, 'reference' | 'amount'>

export function creditTransfer({ reference, amount }: Posting, act: TransferAct): Transfer {
  const route = { source: 'deposits', destination: 'cash', type: 'deposit' } as const
  return { ...route, amount, reference, orderId: null, ...act }
}

export function lockTransfer({ reference, amount }: Posting): Transfer {
  return {
    source: 'cash',
    destination: 'locked',
    type: 'withdrawal',
    amount,
    reference,
    orderId: null,
  }
}

/** The fee, if there is one, and the rest. */
export function sendTransfers(
  { reference, amount, terms }: Posting & Pick<Movement, 'terms'>,
  act: TransferAct,
): readonly Transfer[] {
  const fee = terms?.fee ?? 0
  const shared = { source: 'locked', reference, orderId: null, ...act } as const
  const rest = { ...shared, destination: 'withdrawals', type: 'withdrawal', amount: amount - fee } as const
  const both = [{ ...shared, destination: 'fees', type: 'fee', amount: fee } as const, rest]
  return both.filter((transfer) => transfer.amount > 0) as readonly Transfer[]
}

export function returnTransfer({ reference, amount }: Posting, act: TransferAct): Transfer {
  const route = { source: 'locked', destination: 'cash', type: 'withdrawal_returned' } as const
  return { ...route, amount, reference, orderId: null, ...act }
}

export function adjustmentTransfer(
  { reference, amount }: Posting,
  direction: 'up' | 'down',
  act: TransferAct,
): Transfer {
  const route =
    direction === 'up'
      ? ({ source: 'adjustments', destination: 'cash' } as const)
      : ({ source: 'cash', destination: 'adjustments' } as const)
  return { ...route, type: 'adjustment', amount, reference, orderId: null, ...act }
}
