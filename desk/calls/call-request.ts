import type { Reason } from '#contract/reasons.ts'

export type CallInput = Readonly<Record<string, string | number | undefined>>

export type CallRequest = {
  readonly path: string
  /** GET reads and carries its input in the query; POST changes something and carries it in the body. */
  readonly verb: 'GET' | 'POST'
  /** What is undefined is left out. */
  readonly input?: CallInput
  /** It carries a password or a code: nothing of it is kept here, not even to repeat it. */
  readonly secret?: boolean
  /** No toast, whatever comes: the screen itself says it. */
  readonly quiet?: boolean
  /** Refusals for these reasons are shown beside a field, so no toast says them again. */
  readonly beside?: readonly Reason[]
  readonly signal?: AbortSignal | undefined
}

/** Answers the envelope's data; rejects with a `CallFailure`, always. */
export type Call = <Answer>(request: CallRequest) => Promise<Answer>
