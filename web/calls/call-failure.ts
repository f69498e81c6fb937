import type { Reason } from '#contract/envelope.ts'

/** Every way a call can fail. `msg` is the server's sentence, already in the user's language. */
export type CallFailureDetails =
  | {
      readonly kind: 'refused'
      /** 0, or a code this client does not know. */
      readonly code: number
      readonly msg: string
      /** Undefined when there is none, or when the server is newer and gives one we have no name for. */
      readonly reason: Reason | undefined
      /** The input it is about, where there is one. */
      readonly field: string | undefined
      /** The figures that explain it; empty when there are none. */
      readonly figures: Readonly<Record<string, string>>
      readonly data: unknown
    }
  | { readonly kind: 'sessionInvalid'; readonly msg: string }
  | { readonly kind: 'tooMany'; readonly msg: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'fault'; readonly msg: string; readonly id: string }
  /** No answer of the application reached us. `code` is what the toast shows in brackets. */
  | { readonly kind: 'transport'; readonly code: string; readonly status: number | undefined }
  /** Something answered, but not in the envelope: a proxy's page, a body cut short. */
  | { readonly kind: 'malformed'; readonly code: string }
  | { readonly kind: 'cancelled' }

/** What a call rejects with: a real Error, so that it keeps its stack, which says by `kind` what happened. */
export type CallFailure = Error & CallFailureDetails

const failureName = 'CallFailure'

export function callFailure(details: CallFailureDetails): CallFailure {
  return Object.assign(new Error(`call failed: ${details.kind}`), { name: failureName }, details)
}

export function isCallFailure(error: unknown): error is CallFailure {
  return error instanceof Error && error.name === failureName
}
