import { useState } from 'react'
import { useLocation } from 'wouter'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { nextInQueue } from '#desk/parts/queue-place.ts'

type OpenNext = {
  /** Opens the record, or the list if there is none. */
  readonly openNext: (id: number | null) => void
  /** Opens the waiting record after this one. */
  readonly skip: () => Promise<void>
}

/** `readWaiting` reads the first page of the queue, which has the records that wait longest. */
export function useOpenNext(
  path: string,
  id: number,
  readWaiting: () => Promise<readonly { readonly id: number }[]>,
): OpenNext {
  const t = useTranslate()
  const { toasts } = useParts()
  const [, go] = useLocation()
  const [isSkipping, setIsSkipping] = useState(false)
  const skip = async () => {
    if (isSkipping) return
    setIsSkipping(true)
    try {
      const next = nextInQueue(await readWaiting(), id)
      if (next === undefined) toasts.show({ text: t('funds.no_next') })
      else go(`${path}/${next}`)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      // The record stays open with what was typed.
      if (error.kind !== 'sessionInvalid')
        toasts.show({ text: failureMessage(error, (code) => t('desk.transport', { code })), tone: 'danger' })
    } finally {
      setIsSkipping(false)
    }
  }
  return { openNext: (next) => go(next === null ? path : `${path}/${next}`), skip }
}
