import type { DepositDecideInput, DepositDetailsAnswer } from '#contract/desk/funds.ts'
import type { Reason } from '#contract/envelope.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { useOpenNext } from '#desk/parts/open-next.ts'
import type { ServerQuery } from '#desk/parts/query.tsx'

export type DepositDecision = Omit<DepositDecideInput, 'id'>

type DepositDecisions = {
  /** Resolves to true if the dialog is no longer needed. */
  readonly decide: (decision: DepositDecision) => Promise<boolean>
  readonly skip: () => Promise<void>
  readonly isBusy: boolean
}

/** Failures after which the same decision can be sent again. */
const repeatable: readonly (Reason | undefined)[] = [undefined, 'busy']

/** Decides a deposit and opens the next one. If it stays, the screen reads it again. */
export function useDepositDecision(
  id: number,
  reload: ServerQuery<DepositDetailsAnswer>['refetch'],
): DepositDecisions {
  const t = useTranslate()
  const { calls, statusPoll, toasts } = useParts()
  const mutation = useMutation(calls.decideDeposit)
  const { openNext, skip } = useOpenNext('/deposits', id, async () => {
    const { data, waiting } = await calls.deposits({ state: 'waiting', page: 1 })
    statusPoll.setCounts({ deposits: waiting })
    return data
  })

  /** Says who decided instead, from the record as it is now. */
  const tellDecided = (deposit: DepositDetailsAnswer | undefined) => {
    const text =
      deposit === undefined || deposit.state === 'waiting'
        ? t(deposit?.under_way ? 'deposit.under_way' : 'deposit.decided_elsewhere')
        : t('deposit.decided_by', { email: deposit.decided_by, state: t(`deposit.state.${deposit.state}`) })
    toasts.show({ text, tone: 'warn' })
  }

  const decide = async (decision: DepositDecision) => {
    const result = await mutation.run({ id, ...decision })
    if (result.isDone) {
      const { state, next, waiting } = result.answer
      statusPoll.setCounts({ deposits: waiting })
      if (state !== 'proposed') {
        openNext(next)
        return true
      }
      toasts.show({ text: t('deposit.proposed') })
      await reload()
      return true
    }
    if (repeatable.includes(result.reason)) return false
    const { data } = await reload()
    // Unless the decision is under way, it can be sent again.
    if (result.reason === 'outcome_unknown' && data?.state === 'waiting' && data.under_way === null)
      return false
    if (result.reason === 'already_decided') tellDecided(data)
    return true
  }
  return { decide, skip, isBusy: mutation.isBusy }
}
