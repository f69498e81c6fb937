// The steps of a withdrawal after its amount was locked. docs/funds.md has the table of states.
import type { Command, WithdrawalStep } from '#core/decision/command.ts'
import { type Decision, type RefusalReason, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { isNote, isOperator, withMovement } from '#core/decision/funds.ts'
import {
  type Movement,
  type MovementState,
  returnTransfer,
  sendTransfers,
  type TransferAct,
} from '#core/ledger/movement.ts'
import type { Transfer } from '#core/ledger/transfer.ts'

/** States from which a withdrawal may enter each state. */
const allowedFrom: Readonly<Record<WithdrawalStep['to'], readonly MovementState[]>> = {
  reviewing: ['locked'],
  approved: ['reviewing'],
  paying: ['reviewing', 'approved'],
  sent: ['paying'],
  returned: ['locked', 'reviewing', 'approved', 'paying'],
  cancelled: ['locked'],
}

/** Longest transaction id or bank reference. */
const longestPayment = 200

type Advance = WithdrawalStep & { readonly known: Movement | null }

/** Takes a withdrawal one step further. Each withdrawal ends once. */
export function decideWithdrawalStep(account: TradingAccount, step: Advance): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  const { known, to } = step
  if (known === null || known.kind !== 'withdrawal') return refuse('movement_unknown')
  if (!allowedFrom[to].includes(known.state)) return refuse('movement_exists')
  // An amount above the locked balance cannot belong to this account.
  if (known.amount > account.locked) return refuse('movement_unknown')
  const reason = isComplete(step) ? whyNotAllowed(known, step) : 'invalid_request'
  if (reason !== undefined) return refuse(reason)
  // No refusal beyond this point.
  const movement = movementAfter(known, step)
  return withMovement(account, movement, transfersOf(movement, step))
}

/** Whether the step names its operator, and the text and payment that belong to it, and nothing else. */
function isComplete({ to, operatorId, secondOperatorId, note, payment }: WithdrawalStep): boolean {
  const isByRightPerson = to === 'cancelled' ? operatorId === null : isOperator(operatorId)
  const isSecondValid = secondOperatorId === undefined || (to === 'returned' && isOperator(secondOperatorId))
  const isNoteValid = to === 'returned' ? isNote(note) : note === undefined
  const isPaymentValid =
    to === 'sent' ? isNote(payment) && payment.length <= longestPayment : payment === undefined
  return isByRightPerson && isSecondValid && isNoteValid && isPaymentValid
}

function whyNotAllowed(known: Movement, step: WithdrawalStep): RefusalReason | undefined {
  const { to, operatorId, secondOperatorId, isWaived = false } = step
  if (to === 'approved' && operatorId === known.reviewerId && !isWaived) return 'same_operator'
  if (to === 'paying' && known.state === 'reviewing' && step.needsApproval === true) return 'needs_approval'
  if (to === 'sent' && operatorId !== known.payerId) return 'not_payer'
  if (to !== 'returned' || known.state !== 'paying' || isWaived) return undefined
  return secondOperatorId === undefined || secondOperatorId === operatorId ? 'same_operator' : undefined
}

function movementAfter(known: Movement, { to, operatorId, note, payment }: WithdrawalStep): Movement {
  return {
    ...fieldsOf(known),
    state: to,
    ...(to === 'reviewing' && operatorId !== null ? { reviewerId: operatorId } : {}),
    ...(to === 'approved' && operatorId !== null ? { approverId: operatorId } : {}),
    ...(to === 'paying' && operatorId !== null ? { payerId: operatorId } : {}),
    ...(note === undefined ? {} : { note }),
    ...(payment === undefined ? {} : { payment }),
  }
}

/** Without the fields that the engine's record of a movement has in addition. */
function fieldsOf(known: Movement): Movement {
  const { reference, kind, amount, state, terms, reviewerId, approverId, payerId } = known
  return {
    reference,
    kind,
    amount,
    state,
    ...(terms === undefined ? {} : { terms }),
    ...(reviewerId === undefined ? {} : { reviewerId }),
    ...(approverId === undefined ? {} : { approverId }),
    ...(payerId === undefined ? {} : { payerId }),
  }
}

function transfersOf(movement: Movement, step: WithdrawalStep): readonly Transfer[] {
  const { operatorId, secondOperatorId, note } = step
  const act: TransferAct = {
    ...(operatorId === null ? {} : { operatorId }),
    ...(secondOperatorId === undefined ? {} : { secondOperatorId }),
    ...(note === undefined ? {} : { memo: note }),
  }
  if (movement.state === 'sent') return sendTransfers(movement, act)
  const isReturned = movement.state === 'returned' || movement.state === 'cancelled'
  return isReturned ? [returnTransfer(movement, act)] : []
}

type Finish = Pick<Extract<Command, { readonly kind: 'finish_withdrawal' }>, 'isSent' | 'known'>

/** As earlier versions decided it, for their journals: marks a locked withdrawal as sent, or returns it. */
export function decideWithdrawalResult(account: TradingAccount, { isSent, known }: Finish): Decision {
  if (account.book === 'demo') return refuse('demo_forbidden')
  if (known === null || known.kind !== 'withdrawal') return refuse('movement_unknown')
  if (known.state !== 'locked') return refuse('movement_exists')
  if (known.amount > account.locked) return refuse('movement_unknown')
  // No refusal beyond this point.
  const movement: Movement = { ...known, state: isSent ? 'sent' : 'returned' }
  return withMovement(account, movement, isSent ? sendTransfers(known, {}) : [returnTransfer(known, {})])
}
