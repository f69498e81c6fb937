import type { Reason } from '#contract/envelope.ts'

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
  readonly inlineReasons?: readonly Reason[]
  readonly signal?: AbortSignal | undefined
}

/** Answers the envelope's data; rejects with a `CallFailure`, always. */
export type Call = <Answer>(request: CallRequest) => Promise<Answer>

/** Every way a call of the console can fail. `msg` is the server's sentence, in the language of the desk. */
type CallFailureDetails =
  | {
      readonly kind: 'refused'
      readonly msg: string
      /** Undefined for one that a newer server has and we do not know. */
      readonly reason: Reason | undefined
      /** The input it is about, where the server names one. */
      readonly field: string | undefined
    }
  | { readonly kind: 'session_over' }
  | { readonly kind: 'too_many'; readonly msg: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'fault'; readonly msg: string }
  /** Nothing came back in time, or nothing of ours: a proxy's page, an answer cut short or too long. */
  | { readonly kind: 'transport'; readonly code: string }
  | { readonly kind: 'cancelled' }

/** What a call rejects with: a real Error, which keeps its stack and says by `kind` what happened. */
export type CallFailure = Error & CallFailureDetails

const failureName = 'DeskCallFailure'

export function callFailure(details: CallFailureDetails): CallFailure {
  return Object.assign(new Error(`call failed: ${details.kind}`), { name: failureName }, details)
}

export function isCallFailure(error: unknown): error is CallFailure {
  return error instanceof Error && error.name === failureName
}

/** Why the server said no, when it was the server that said it. */
export function reasonOf(error: unknown): Reason | undefined {
  return isCallFailure(error) && error.kind === 'refused' ? error.reason : undefined
}
