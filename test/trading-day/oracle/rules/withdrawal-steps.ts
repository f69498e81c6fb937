// The steps of a withdrawal, by the table in docs/funds.md.
import { type Account, done, move, type OracleState, refused } from '#test/trading-day/oracle/oracle-state.ts'
import type {
  OracleAnswer,
  OracleCommand,
  OracleMovement,
  OracleReason,
} from '#test/trading-day/oracle/oracle-types.ts'
import { isStorable } from '#test/trading-day/oracle/rules/movements.ts'

type Step = Extract<OracleCommand, { readonly kind: 'advance_withdrawal' }>

/** From each state, the states that may follow. */
const next: Readonly<Partial<Record<OracleMovement['state'], string>>> = {
  locked: 'reviewing returned cancelled',
  reviewing: 'approved paying returned',
  approved: 'paying returned',
  paying: 'sent returned',
}

export function advanceWithdrawal(state: OracleState, account: Account, step: Step): OracleAnswer {
  if (account.book === 'demo') return refused('demo_forbidden')
  const movement = state.movements.get(step.reference)
  if (movement?.kind !== 'withdrawal' || movement.userId !== account.userId)
    return refused('movement_unknown')
  if (!next[movement.state]?.split(' ').includes(step.to)) return refused('movement_exists')
  const reason = isWellFormed(step) ? refusalOf(movement, step) : 'invalid_request'
  if (reason !== undefined) return refused(reason)
  state.movements.set(step.reference, after(movement, step))
  post(account, movement, step)
  return done()
}

/** "The owner only cancels. A return has a note, a payment its reference, and no other step has either." */
function isWellFormed({ to, operatorId, secondOperatorId, note, payment }: Step): boolean {
  if ((operatorId === null) !== (to === 'cancelled')) return false
  if (secondOperatorId !== undefined && to !== 'returned') return false
  if ((note === undefined) === (to === 'returned')) return false
  if ((payment === undefined) === (to === 'sent')) return false
  return [note, payment].every((text) => text === undefined || isStorable(text))
}

function refusalOf(movement: OracleMovement, step: Step): OracleReason | undefined {
  const { to, operatorId, secondOperatorId, needsApproval, isWaived } = step
  switch (`${movement.state} ${to}`) {
    case 'reviewing approved':
      return operatorId === movement.reviewerId && !isWaived ? 'same_operator' : undefined
    case 'reviewing paying':
      return needsApproval === true ? 'needs_approval' : undefined
    case 'paying sent':
      return operatorId === movement.payerId ? undefined : 'not_payer'
    case 'paying returned': {
      const people = new Set([operatorId, secondOperatorId ?? operatorId])
      return people.size < 2 && !isWaived ? 'same_operator' : undefined
    }
    default:
      return undefined
  }
}

const roles = { reviewing: 'reviewerId', approved: 'approverId', paying: 'payerId' } as const

function after(movement: OracleMovement, { to, operatorId, note, payment }: Step): OracleMovement {
  const role = to === 'reviewing' || to === 'approved' || to === 'paying' ? roles[to] : undefined
  return {
    ...movement,
    state: to,
    ...(role === undefined ? {} : { [role]: operatorId }),
    ...(note === undefined ? {} : { note }),
    ...(payment === undefined ? {} : { payment }),
  }
}

/** "The fee moves to the fees of the house, the rest to its withdrawals." */
function post(account: Account, { amount, fee }: OracleMovement, step: Step): void {
  const { to, operatorId, secondOperatorId, note } = step
  const act = {
    ...(operatorId === null ? {} : { operatorId }),
    ...(secondOperatorId === undefined ? {} : { secondOperatorId }),
    ...(note === undefined ? {} : { memo: note }),
  }
  if (to === 'sent') {
    move(account, 'fee', 'locked', 'fees', fee, act)
    move(account, 'withdrawal', 'locked', 'withdrawals', amount - fee, act)
  }
  if (to === 'returned' || to === 'cancelled')
    move(account, 'withdrawal_returned', 'locked', 'cash', amount, act)
}
