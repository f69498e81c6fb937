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
    /** Makes an idempotency key. */
    readonly newKey: () => string
    readonly toast: (message: string, kind: ToastKind) => void
    /** The loading indicator. */
    readonly busy: { readonly begin: () => void; readonly end: () => void }
    /** A translated sentence that a call did not get through, with the code in brackets. */
    readonly transportMessage: (code: string) => string
    /** A trading call (`/v1`) found no network. Not told of one that was cancelled, timed out or answered with a status. */
    readonly networkFailed?: () => void
  }

export type Caller = {
  /** Sends a request, once. Answers the envelope's data; rejects with a `CallFailure`, always. */
  readonly call: Call
}

/** An answer to a request of an earlier session is not told: another user may be logged in by now. */
type Sent = { readonly outcome: CallOutcome; readonly isOfThisSession: boolean }

export function createCaller(parts: CallerParts): Caller {
  const session = createSessionExpiry(parts)
  async function send(request: CallRequest): Promise<Sent> {
    const sentIn = session.current()
    const key = request.changes ? (request.key ?? parts.newKey()) : undefined
    const outcome = await sendRequest(parts, request, { key, token: sentIn.token, signal: request.signal })
    if (isNetworkFailure(request, outcome)) parts.networkFailed?.()
    const isSame = request.outlivesSession === true || session.isCurrent(sentIn)
    const refused = !outcome.ok && outcome.failure.kind === 'sessionInvalid' && !request.background
    return { outcome, isOfThisSession: refused ? session.expired(sentIn) : isSame }
  }
  return { call: finished(parts, send) }
}

function isNetworkFailure({ path }: CallRequest, outcome: CallOutcome): boolean {
  if (outcome.ok || !path.startsWith('/v1/')) return false
  const { failure } = outcome
  return failure.kind === 'transport' && failure.code === networkFailureCode
}

/** The loading indicator around it, the words after it, and the envelope taken off. */
function finished(parts: CallerParts, send: (request: CallRequest) => Promise<Sent>): Call {
  return async <Answer>(request: CallRequest) => {
    if (request.loading) parts.busy.begin()
    try {
      const { outcome, isOfThisSession } = await send(request)
      if (isOfThisSession && !isQuiet(request, outcome)) announce(parts, outcome)
      if (!outcome.ok) throw outcome.failure
      // The server's schema for this call is what makes this true; the browser carries no schemas.
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

/** The server's words are shown after successes too. */
function announce({ toast, transportMessage: transportWords }: CallerParts, outcome: CallOutcome): void {
  const words = outcome.ok ? outcome.msg : failureMessage(outcome.failure, transportWords)
  if (words !== '') toast(words, outcome.ok ? 'success' : 'error')
}

/** What a failure says to people; nothing when it was they who stopped it. */
export function failureMessage(failure: CallFailure, transportWords: (code: string) => string): string {
  switch (failure.kind) {
    case 'cancelled':
      return ''
    case 'transport':
    case 'malformed':
      return transportWords(failure.code)
    default:
      return failure.msg
  }
}
