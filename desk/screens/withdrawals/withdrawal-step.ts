import type { CallFailure } from '#browser/calls/call-failure.ts'
import type { WithdrawalDetailsAnswer, WithdrawalStepInput } from '#contract/desk/funds.ts'
import type { Reason } from '#contract/envelope.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { useOpenNext } from '#desk/parts/open-next.ts'
import type { ServerQuery } from '#desk/parts/query.tsx'
import { isWithdrawalState } from '#desk/screens/withdrawals/withdrawal-state.tsx'

type WithdrawalSteps = {
  /** Resolves to true if the dialog is no longer needed. */
  readonly take: (step: Omit<WithdrawalStepInput, 'id'>) => Promise<boolean>
  readonly skip: () => Promise<void>
  readonly isBusy: boolean
  /** The failure of the last step. */
  readonly failure: CallFailure | undefined
}

/** Failures after which the same step can be sent again, with a new code if it had one. */
const repeatable: readonly (Reason | undefined)[] = [undefined, 'busy', 'outcome_unknown', 'wrong_code']

/** Moves a withdrawal on. It stays on screen and is read again after each step. */
export function useWithdrawalStep(
  id: number,
  reload: ServerQuery<WithdrawalDetailsAnswer>['refetch'],
): WithdrawalSteps {
  const t = useTranslate()
  const { calls, statusPoll, toasts } = useParts()
  const mutation = useMutation(calls.stepWithdrawal)
  const { skip } = useOpenNext('/withdrawals', id, async () => {
    const { data, waiting } = await calls.withdrawals({ state: 'waiting', page: 1 })
    statusPoll.setCounts({ withdrawals: waiting })
    return data
  })

  /** Says what another operator did instead, from the record as it is now. */
  const tellChanged = (withdrawal: WithdrawalDetailsAnswer | undefined) => {
    const state = withdrawal?.state ?? ''
    const email = withdrawal === undefined ? '' : lastActor(withdrawal)
    const name = isWithdrawalState(state) ? t(`withdrawal.state.${state}`) : state
    const text =
      email === ''
        ? t('withdrawal.changed_elsewhere', { state: name })
        : t('withdrawal.changed_by', { email, state: name })
    toasts.show({ text, tone: 'warn' })
  }

  const take: WithdrawalSteps['take'] = async (step) => {
    const result = await mutation.run({ id, ...step })
    if (result.isDone) {
      statusPoll.setCounts({ withdrawals: result.answer.waiting })
      if (result.answer.state === 'proposed') toasts.show({ text: t('withdrawal.proposed') })
      await reload()
      return true
    }
    if (repeatable.includes(result.reason)) return false
    const { data } = await reload()
    if (result.reason === 'already_decided') tellChanged(data)
    if (result.reason === 'not_verified') toasts.show({ text: t('withdrawal.not_verified'), tone: 'warn' })
    return true
  }
  return { take, skip, isBusy: mutation.isBusy, failure: mutation.failure }
}

/** The operator who brought it into its state. Empty if the record does not name them. */
function lastActor({ state, reviewer, approver, payer }: WithdrawalDetailsAnswer): string {
  if (state === 'reviewing') return reviewer
  if (state === 'approved') return approver
  return state === 'paying' || state === 'sent' ? payer : ''
}
