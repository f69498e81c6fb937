import { useState } from 'react'
import { useLocation } from 'wouter'
import type { IdentityDecideInput } from '#contract/desk/identity.ts'
import { isCallFailure } from '#desk/calls/call-failure.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useChange } from '#desk/parts/use-change.ts'
import { nextInQueue } from '#desk/screens/check/next-in-queue.ts'

export type Decision = {
  /** Whether it is decided now, by this or by somebody else; then one is on the way to the next check. */
  readonly decide: (decision: Omit<IdentityDecideInput, 'id'>) => Promise<boolean>
  readonly skip: () => Promise<void>
  readonly isBusy: boolean
}

/** Deciding a check and going on to the next one, without a detour by the list. */
export function useDecision(id: number): Decision {
  const t = useTranslate()
  const { calls, watch, toasts } = useParts()
  const [, go] = useLocation()
  const change = useChange(calls.identityDecide)
  const [isSkipping, setIsSkipping] = useState(false)

  /** Without a next one to the list, which says by itself that nothing waits. */
  const goOn = (next: number | null | undefined) =>
    go(next === null || next === undefined ? '/identity' : `/identity/${next}`)

  /** Of those that wait longest, which is as many as a page holds. */
  const readNext = async () => {
    const { data, waiting } = await calls.identityQueue({ state: 'waiting', page: 1 })
    watch.learnWaiting(waiting)
    return nextInQueue(data, id)
  }

  const decide: Decision['decide'] = async (decision) => {
    const made = await change.make({ id, ...decision })
    if (made.isMade) {
      watch.learnWaiting(made.answer.waiting)
      goOn(made.answer.next)
      return true
    }
    if (made.reason !== 'already_decided') return false
    toasts.show({ text: t('check.decided_elsewhere'), tone: 'warn' })
    await readNext().then(goOn, () => go('/identity'))
    return true
  }

  const skip = async () => {
    if (isSkipping) return
    setIsSkipping(true)
    try {
      const next = await readNext()
      if (next === undefined) toasts.show({ text: t('check.no_next') })
      else go(`/identity/${next}`)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      // The list shows by itself what is wrong.
      go('/identity')
    } finally {
      setIsSkipping(false)
    }
  }
  return { decide, skip, isBusy: change.isBusy || isSkipping }
}
