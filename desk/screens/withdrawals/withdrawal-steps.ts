import type { WithdrawalDetailsAnswer, WithdrawalStepInput } from '#contract/desk/funds.ts'

export type Step = WithdrawalStepInput['to']

type Withdrawal = Pick<
  WithdrawalDetailsAnswer,
  | 'state'
  | 'reviewer'
  | 'approver'
  | 'needs_second'
  | 'identity_missing'
  | 'is_own_payment'
  | 'can_payer_act'
  | 'proposal'
>

/** Why the usual next step is not open to this operator. */
type Hindrance =
  | 'locking'
  | 'own_review'
  | 'own_approval'
  | 'not_verified'
  | 'other_payer'
  | 'payer_gone'
  | 'proposed'

export type OpenSteps = {
  readonly steps: readonly Step[]
  readonly hindrance?: Hindrance | undefined
}

/** The steps that this operator may take now. The server checks them again. */
export function openSteps(
  withdrawal: Withdrawal,
  { ownEmail, isTwoPersonWaived }: { readonly ownEmail: string; readonly isTwoPersonWaived: boolean },
): OpenSteps {
  // The second operator decides about the open proposal first.
  if (withdrawal.proposal !== null) return { steps: [], hindrance: 'proposed' }
  const { state, reviewer, approver, needs_second, is_own_payment, can_payer_act } = withdrawal
  switch (state) {
    case 'requested':
      return { steps: [], hindrance: 'locking' }
    case 'locked':
      return { steps: ['returned', 'reviewing'] }
    case 'reviewing':
      if (needs_second !== 1) return paymentOf(withdrawal)
      if (reviewer === ownEmail && !isTwoPersonWaived) return { steps: ['returned'], hindrance: 'own_review' }
      return { steps: ['returned', 'approved'] }
    case 'approved':
      if (needs_second === 1 && approver === ownEmail && !isTwoPersonWaived)
        return { steps: ['returned'], hindrance: 'own_approval' }
      return paymentOf(withdrawal)
    case 'paying':
      if (is_own_payment === 1) return { steps: ['returned', 'sent'] }
      return { steps: ['returned'], hindrance: can_payer_act === 1 ? 'other_payer' : 'payer_gone' }
    default:
      return { steps: [] }
  }
}

function paymentOf({ identity_missing }: Withdrawal): OpenSteps {
  if (identity_missing === 1) return { steps: ['returned'], hindrance: 'not_verified' }
  return { steps: ['returned', 'paying'] }
}

/** Whether the server asks for a second-factor code. */
export function needsCode(to: Step, { needs_second }: Pick<Withdrawal, 'needs_second'>): boolean {
  return to === 'approved' || (to === 'paying' && needs_second === 1)
}
