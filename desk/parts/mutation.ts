import { useState } from 'react'
import type { Reason } from '#contract/envelope.ts'
import { type CallFailure, isCallFailure, reasonOf } from '#desk/calls/call.ts'

/** What became of a change. Of a failure whoever made it has been told, or is told beside a field. */
type MutationResult<Answer> =
  | { readonly isDone: true; readonly answer: Answer }
  | { readonly isDone: false; readonly reason: Reason | undefined }

type Mutation<Input, Answer> = {
  readonly run: (input: Input) => Promise<MutationResult<Answer>>
  readonly isBusy: boolean
  /** Why the last one failed, until the next one is made. */
  readonly failure: CallFailure | undefined
}

/** One change at a time: a second press while it is under way does nothing. */
export function useMutation<Input, Answer>(call: (input: Input) => Promise<Answer>): Mutation<Input, Answer> {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  return {
    isBusy,
    failure,
    async run(input) {
      if (isBusy) return { isDone: false, reason: undefined }
      setIsBusy(true)
      setFailure(undefined)
      try {
        return { isDone: true, answer: await call(input) }
      } catch (error) {
        if (!isCallFailure(error)) throw error
        setFailure(error)
        return { isDone: false, reason: reasonOf(error) }
      } finally {
        setIsBusy(false)
      }
    },
  }
}

/** The server's words for the fields that several forms have, to be shown beside them. */
type FieldRefusals = {
  readonly code: string | undefined
  readonly password: string | undefined
  readonly newPassword: string | undefined
}

/** The calls of these forms leave just these reasons to them: see `beside` in desk-calls.ts. */
export function fieldRefusals(failure: CallFailure | undefined): FieldRefusals {
  const { reason, msg } = failure?.kind === 'refused' ? failure : { reason: undefined, msg: undefined }
  const field = reason === undefined ? undefined : fieldOf(reason)
  const wordsFor = (name: keyof FieldRefusals) => (field === name ? msg : undefined)
  return { code: wordsFor('code'), password: wordsFor('password'), newPassword: wordsFor('newPassword') }
}

function fieldOf(reason: Reason): keyof FieldRefusals | undefined {
  if (reason === 'wrong_code') return 'code'
  if (reason === 'wrong_password') return 'password'
  return reason.startsWith('password_') ? 'newPassword' : undefined
}
