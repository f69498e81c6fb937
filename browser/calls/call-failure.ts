import type { Reason } from '#contract/envelope.ts'

/** Every way a call can fail. `msg` is the server's message in the user's language. */
export type CallFailureDetails =
  | {
      readonly kind: 'refused'
      /** 0, or a code unknown to this client. */
      readonly code: number
      readonly msg: string
      /** Undefined if there is none, or if a newer server sends one unknown to this client. */
      readonly reason: Reason | undefined
      /** The input field at fault, if any. */
      readonly field: string | undefined
      /** Figures that explain the refusal. */
      readonly figures: Readonly<Record<string, string>>
      readonly data: unknown
    }
  | { readonly kind: 'sessionInvalid'; readonly msg: string }
  | { readonly kind: 'tooMany'; readonly msg: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'fault'; readonly msg: string; readonly id: string }
  /** No answer from the API arrived. The toast shows `code` in brackets. */
  | { readonly kind: 'transport'; readonly code: string; readonly status: number | undefined }
  /** The answer is not an envelope: a proxy's page, or a truncated body. */
  | { readonly kind: 'malformed'; readonly code: string }
  | { readonly kind: 'cancelled' }

/** The rejection of a call: an Error, for its stack trace, discriminated by `kind`. */
export type CallFailure = Error & CallFailureDetails

const failureName = 'CallFailure'

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
