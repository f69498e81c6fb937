import type { CallFailure } from '#browser/calls/call-failure.ts'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { createIdempotencyKeys } from '#browser/calls/idempotency-keys.ts'
import {
  type CallOutcome,
  networkFailureCode,
  type ReadAnswer,
  type RequestParts,
  readEnvelope,
  sendRequest,
} from '#browser/calls/send-request.ts'
import { createSessionExpiry, type SessionExpiryParts } from '#browser/calls/session-expiry.ts'

export type ToastKind = 'success' | 'error'

export type CallerParts = RequestParts &
  SessionExpiryParts & {
    /** Generates an idempotency key. */
    readonly newKey: () => string
    readonly toast: (message: string, kind: ToastKind) => void
    /** The loading indicator, for requests with `loading`. */
    readonly busy?: { readonly begin: () => void; readonly end: () => void }
    /** The translated message of a transport failure, with the code in brackets. */
    readonly transportMessage: (code: string) => string
    /** A trading call (`/v1`) failed on the network. Not called for a cancelled, timed-out or answered call. */
    readonly networkFailed?: () => void
    /** An ended session needs no toast: the sign-in screen explains it. */
    readonly hasQuietSessionEnd?: boolean
  }

export type Caller = {
  /** Sends a request once. Resolves with the data of the envelope, or rejects with a `CallFailure`. */
  readonly call: Call
  /** Like `call`, for an answer that is not an envelope. */
  readonly callAs: <Value>(request: CallRequest, read: ReadAnswer<Value>) => Promise<Value>
}

/** The answer to a request sent in an earlier session shows no toast: another user may be logged in. */
type SentCall<Value> = { readonly outcome: CallOutcome<Value>; readonly isOfThisSession: boolean }

export function createCaller(parts: CallerParts): Caller {
  const session = createSessionExpiry(parts)
  const keys = createIdempotencyKeys(parts.newKey)

  async function send<Value>(request: CallRequest, read: ReadAnswer<Value>): Promise<SentCall<Value>> {
    const requestSession = session.current()
    const { token } = requestSession
    const outcome = await sendRequest(parts, request, { key: keys.keyOf(request, token), token }, read)
    keys.settle(request, token, outcome)
    if (isNetworkFailure(request, outcome)) parts.networkFailed?.()
    const isSame = request.outlivesSession === true || session.isCurrent(requestSession)
    const refused = !outcome.ok && outcome.failure.kind === 'sessionInvalid' && !request.background
    return { outcome, isOfThisSession: refused ? session.expired(requestSession) : isSame }
  }

  /** Adds the loading indicator and the toasts, and unwraps the envelope. */
  async function callAs<Value>(request: CallRequest, read: ReadAnswer<Value>): Promise<Value> {
    if (request.loading) parts.busy?.begin()
    try {
      const { outcome, isOfThisSession } = await send(request, read)
      if (isOfThisSession && !isQuiet(parts, request, outcome)) announce(parts, outcome)
      if (!outcome.ok) throw outcome.failure
      return outcome.data
    } finally {
      if (request.loading) parts.busy?.end()
    }
  }
  return {
    callAs,
    // The server's schema for this call guarantees the type. The browser ships no schemas.
    call: async <Answer>(request: CallRequest) => (await callAs(request, readEnvelope)) as Answer,
  }
}

function isNetworkFailure({ path }: CallRequest, outcome: CallOutcome): boolean {
  if (outcome.ok || !path.startsWith('/v1/')) return false
  const { failure } = outcome
  return failure.kind === 'transport' && failure.code === networkFailureCode
}

function isQuiet(
  { hasQuietSessionEnd = false }: CallerParts,
  { quiet = false, inlineReasons = [] }: CallRequest,
  outcome: CallOutcome,
): boolean {
  if (quiet === true) return true
  if (outcome.ok) return quiet === 'success'
  const { failure } = outcome
  const { kind } = failure
  if (kind === 'sessionInvalid' && hasQuietSessionEnd) return true
  if (kind === 'refused' && failure.reason !== undefined && inlineReasons.includes(failure.reason))
    return true
  if (quiet === false || quiet === 'success') return false
  return (
    kind === 'refused' ||
    (quiet === 'shown' && (kind === 'transport' || kind === 'malformed' || kind === 'fault'))
  )
}

/** Shows a toast for a success too, if the server sent a message. */
function announce({ toast, transportMessage }: CallerParts, outcome: CallOutcome): void {
  const message = outcome.ok ? outcome.msg : failureMessage(outcome.failure, transportMessage)
  if (message !== '') toast(message, outcome.ok ? 'success' : 'error')
}

/** The message that tells the user about a failure; empty if the user cancelled the call. */
export function failureMessage(failure: CallFailure, transportMessage: (code: string) => string): string {
  switch (failure.kind) {
    case 'cancelled':
      return ''
    case 'transport':
    case 'malformed':
      return transportMessage(failure.code)
    default:
      return failure.msg
  }
}
