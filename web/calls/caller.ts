import type { CallFailure } from '#web/calls/call-failure.ts'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import {
  type CallOutcome,
  networkFailureCode,
  type RequestParts,
  sendRequest,
} from '#web/calls/send-request.ts'
import { createSessionExpiry, type SessionExpiryParts } from '#web/calls/session-expiry.ts'

export type ToastKind = 'success' | 'error'

export type CallerParts = RequestParts &
  SessionExpiryParts & {
    /** Generates an idempotency key. */
    readonly newKey: () => string
    readonly toast: (message: string, kind: ToastKind) => void
    /** The loading indicator. */
    readonly busy: { readonly begin: () => void; readonly end: () => void }
    /** The translated message of a transport failure, with the code in brackets. */
    readonly transportMessage: (code: string) => string
    /** A trading call (`/v1`) failed on the network. Not called for a cancelled, timed-out or answered call. */
    readonly networkFailed?: () => void
  }

export type Caller = {
  /** Sends a request once. Resolves with the data of the envelope, or rejects with a `CallFailure`. */
  readonly call: Call
}

/** The answer to a request sent in an earlier session shows no toast: another user may be logged in. */
type SentCall = { readonly outcome: CallOutcome; readonly isOfThisSession: boolean }

export function createCaller(parts: CallerParts): Caller {
  const session = createSessionExpiry(parts)
  async function send(request: CallRequest): Promise<SentCall> {
    const requestSession = session.current()
    const key = request.changes ? (request.key ?? parts.newKey()) : undefined
    const outcome = await sendRequest(parts, request, {
      key,
      token: requestSession.token,
      signal: request.signal,
    })
    if (isNetworkFailure(request, outcome)) parts.networkFailed?.()
    const isSame = request.outlivesSession === true || session.isCurrent(requestSession)
    const refused = !outcome.ok && outcome.failure.kind === 'sessionInvalid' && !request.background
    return { outcome, isOfThisSession: refused ? session.expired(requestSession) : isSame }
  }
  return { call: withFeedback(parts, send) }
}

function isNetworkFailure({ path }: CallRequest, outcome: CallOutcome): boolean {
  if (outcome.ok || !path.startsWith('/v1/')) return false
  const { failure } = outcome
  return failure.kind === 'transport' && failure.code === networkFailureCode
}

/** Adds the loading indicator and the toasts, and unwraps the envelope. */
function withFeedback(parts: CallerParts, send: (request: CallRequest) => Promise<SentCall>): Call {
  return async <Answer>(request: CallRequest) => {
    if (request.loading) parts.busy.begin()
    try {
      const { outcome, isOfThisSession } = await send(request)
      if (isOfThisSession && !isQuiet(request, outcome)) announce(parts, outcome)
      if (!outcome.ok) throw outcome.failure
      // The server's schema for this call guarantees the type. The browser ships no schemas.
      return outcome.data as Answer
    } finally {
      if (request.loading) parts.busy.end()
    }
  }
}

function isQuiet({ quiet = false }: CallRequest, outcome: CallOutcome): boolean {
  if (typeof quiet === 'boolean') return quiet
  if (outcome.ok) return false
  const { kind } = outcome.failure
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
