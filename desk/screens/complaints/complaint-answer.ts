import type { ComplaintDetailsAnswer } from '#contract/desk/complaints.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { useOpenNext } from '#desk/parts/open-next.ts'
import type { ServerQuery } from '#desk/parts/query.tsx'

/** `stays`: the answer did not arrive, and can be sent again. `taken`: another operator has answered. */
type Result = 'sent' | 'taken' | 'stays'

type ComplaintAnswers = {
  readonly send: (answer: string) => Promise<Result>
  readonly skip: () => Promise<void>
  readonly isBusy: boolean
}

/** Answers a complaint and opens the next one. */
export function useComplaintAnswer(
  { id, number }: Pick<ComplaintDetailsAnswer, 'id' | 'number'>,
  reload: ServerQuery<ComplaintDetailsAnswer>['refetch'],
): ComplaintAnswers {
  const t = useTranslate()
  const { calls, statusPoll, toasts } = useParts()
  const mutation = useMutation(calls.answerComplaint)
  const { openNext, skip } = useOpenNext('/complaints', id, async () => {
    const { data, waiting } = await calls.complaints({ state: 'open', page: 1 })
    statusPoll.setCounts({ complaints: waiting })
    return data
  })
  const send = async (answer: string): Promise<Result> => {
    const result = await mutation.run({ id, answer })
    if (result.isDone) {
      statusPoll.setCounts({ complaints: result.answer.waiting })
      toasts.show({ text: t('complaint.answer.sent', { number }), tone: 'good' })
      openNext(result.answer.next)
      return 'sent'
    }
    if (result.reason !== 'already_decided') return 'stays'
    toasts.show({ text: t('complaint.answered_elsewhere'), tone: 'warn' })
    await reload()
    return 'taken'
  }
  return { send, skip, isBusy: mutation.isBusy }
}
