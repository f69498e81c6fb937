import type { Reason } from '#contract/envelope.ts'

export type CallInput = Readonly<Record<string, string | number | undefined>>

export type CallRequest = {
  readonly path: string
  /** GET reads, with the input in the query. POST changes something, with the input in the body. */
  readonly verb: 'GET' | 'POST'
  /** Undefined values are not sent. */
  readonly input?: CallInput
  /** True if the input contains a password or a code. It must not be kept, not even under an idempotency key. */
  readonly secret?: boolean
  /** Shows no toast: the screen shows the result itself. */
  readonly quiet?: boolean
  /** Refusals for these reasons are shown beside a field, so they need no toast. */
  readonly inlineReasons?: readonly Reason[]
  readonly signal?: AbortSignal | undefined
}

/** Resolves with the data of the envelope. Rejects only with a `CallFailure`. */
export type Call = <Answer>(request: CallRequest) => Promise<Answer>

/** Every way a call can fail. `msg` is the server's message in the operator's language. */
type CallFailureDetails =
  | {
      readonly kind: 'refused'
      readonly msg: string
      /** Undefined for a reason that only a newer server has. */
      readonly reason: Reason | undefined
      /** The input field concerned, if the server names one. */
      readonly field: string | undefined
    }
  | { readonly kind: 'session_over' }
  | { readonly kind: 'too_many'; readonly msg: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'fault'; readonly msg: string }
  /** No answer in time, or one without a valid envelope: a proxy's error page, a truncated or oversized answer. */
  | { readonly kind: 'transport'; readonly code: string }
  | { readonly kind: 'cancelled' }

/** An Error with a stack, and a `kind` to switch on. */
export type CallFailure = Error & CallFailureDetails

const failureName = 'DeskCallFailure'

export function callFailure(details: CallFailureDetails): CallFailure {
  return Object.assign(new Error(`call failed: ${details.kind}`), { name: failureName }, details)
}

export function isCallFailure(error: unknown): error is CallFailure {
  return error instanceof Error && error.name === failureName
}

/** The reason for a refusal. Undefined for other failures. */
export function reasonOf(error: unknown): Reason | undefined {
  return isCallFailure(error) && error.kind === 'refused' ? error.reason : undefined
}
