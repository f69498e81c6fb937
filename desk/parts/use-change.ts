import { useState } from 'react'
import type { Reason } from '#contract/reasons.ts'
import { type CallFailure, isCallFailure, reasonOf } from '#desk/calls/call-failure.ts'

/** What became of a change. Of a failure whoever made it has been told, or is told beside a field. */
export type Made<Answer> =
  | { readonly isMade: true; readonly answer: Answer }
  | { readonly isMade: false; readonly reason: Reason | undefined }

export type Change<Input, Answer> = {
  readonly make: (input: Input) => Promise<Made<Answer>>
  readonly isBusy: boolean
  /** Why the last one failed, until the next one is made. */
  readonly failure: CallFailure | undefined
}

/** One change at a time: a second press while it is under way does nothing. */
export function useChange<Input, Answer>(call: (input: Input) => Promise<Answer>): Change<Input, Answer> {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  return {
    isBusy,
    failure,
    async make(input) {
      if (isBusy) return { isMade: false, reason: undefined }
      setIsBusy(true)
      setFailure(undefined)
      try {
        return { isMade: true, answer: await call(input) }
      } catch (error) {
        if (!isCallFailure(error)) throw error
        setFailure(error)
        return { isMade: false, reason: reasonOf(error) }
      } finally {
        setIsBusy(false)
      }
    },
  }
}
