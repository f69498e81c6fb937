import { useMutation as useReactMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CallFailure, isCallFailure, reasonOf } from '#browser/calls/call-failure.ts'
import type { Reason } from '#contract/envelope.ts'
import { useParts } from '#desk/parts/desk-parts.tsx'

/** A failure was already shown in a toast, or the form shows it beside a field, from `failure`. */
export type MutationResult<Answer> =
  | { readonly isDone: true; readonly answer: Answer }
  | { readonly isDone: false; readonly reason: Reason | undefined }

type Mutation<Input, Answer> = {
  readonly run: (input: Input) => Promise<MutationResult<Answer>>
  readonly isBusy: boolean
  /** The failure of the last run, until the next run. */
  readonly failure: CallFailure | undefined
}

/** Whether the record was changed or removed since it was read. */
export function isOutdated(reason: Reason | undefined): boolean {
  return reason === 'changed_meanwhile' || reason === 'not_found'
}

/** Runs a call that changes something, one at a time: a second press while it runs does nothing. */
export function useMutation<Input, Answer>(call: (input: Input) => Promise<Answer>): Mutation<Input, Answer> {
  const { mutateAsync, isPending, error } = useReactMutation({ mutationFn: call }, useParts().queries)
  // `isPending` changes with the next render, and a second press can come before it.
  const isRunning = useRef(false)
  return {
    isBusy: isPending,
    failure: isCallFailure(error) ? error : undefined,
    async run(input) {
      if (isRunning.current) return { isDone: false, reason: undefined }
      isRunning.current = true
      try {
        return { isDone: true, answer: await mutateAsync(input) }
      } catch (failure) {
        if (!isCallFailure(failure)) throw failure
        return { isDone: false, reason: reasonOf(failure) }
      } finally {
        isRunning.current = false
      }
    },
  }
}
