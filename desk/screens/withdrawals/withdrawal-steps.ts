import type { WithdrawalDetailsAnswer, WithdrawalStepInput } from '#contract/desk/funds.ts'

export type Step = WithdrawalStepInput['to']

type Withdrawal = Pick<
  WithdrawalDetailsAnswer,
  'state' | 'reviewer' | 'needs_second' | 'is_own_payment' | 'proposal'
>

/** Why the usual next step is not open to this operator. */
type Hindrance = 'locking' | 'own_review' | 'other_payer' | 'proposed'

export type OpenSteps = {
  readonly steps: readonly Step[]
  readonly hindrance?: Hindrance | undefined
}

/** The steps that this operator may take now. The server checks them again. */
export function openSteps(withdrawal: Withdrawal, ownEmail: string): OpenSteps {
  // The second operator decides about the open proposal first.
  if (withdrawal.proposal !== null) return { steps: [], hindrance: 'proposed' }
  const { state, reviewer, needs_second, is_own_payment } = withdrawal
  switch (state) {
    case 'requested':
      return { steps: [], hindrance: 'locking' }
    case 'locked':
      return { steps: ['returned', 'reviewing'] }
    case 'reviewing':
      if (needs_second !== 1) return { steps: ['returned', 'paying'] }
      if (reviewer === ownEmail) return { steps: ['returned'], hindrance: 'own_review' }
      return { steps: ['returned', 'approved'] }
    case 'approved':
      return { steps: ['returned', 'paying'] }
    case 'paying':
      if (is_own_payment === 1) return { steps: ['returned', 'sent'] }
      return { steps: ['returned'], hindrance: 'other_payer' }
    default:
      return { steps: [] }
  }
}
