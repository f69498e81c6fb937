import type { CallFailure } from '#desk/calls/call-failure.ts'
import { failureWords } from '#desk/calls/caller.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'

/** What a screen says of a call that failed; undefined when there is nothing to say. */
export function useFailureWords(): (failure: CallFailure | undefined) => string | undefined {
  const t = useTranslate()
  return (failure) => {
    const words = failure === undefined ? '' : failureWords(failure, (code) => t('desk.transport', { code }))
    return words === '' ? undefined : words
  }
}
