import type { CallFailure } from '#web/calls/call-failure.ts'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import { type ExchangeParts, exchange, networkFailureCode, type Outcome } from '#web/calls/send-request.ts'
import { createSessionWatch, type SessionWatchParts } from '#web/calls/session-expiry.ts'

export type ToastKind = 'success' | 'error'

export type CallerParts = ExchangeParts &
  SessionWatchParts & {
    /** Makes an idempotency key. */
    readonly newKey: () => string
    readonly toast: (message: string, kind: ToastKind) => void
    /** The loading indicator. */
    readonly busy: { readonly begin: () => void; readonly end: () => void }
    /** A translated sentence that a call did not get through, with the code in brackets. */
    readonly transportWords: (code: string) => string
    /** A trading call (`/v1`) found no network. Not told of one that was cancelled, timed out or answered with a status. */
    readonly networkFailed?: () => void
  }

export type Caller = {
  /** Sends a request, once. Answers the envelope's data; rejects with a `CallFailure`, always. */
  readonly call: Call
}

/** An answer to a request of an earlier session is not told: another user may be logged in by now. */
type Sent = { readonly outcome: Outcome; readonly isOfThisSession: boolean }

export function createCaller(parts: CallerParts): Caller {
  const session = createSessionWatch(parts)
  async function send(request: CallRequest): Promise<Sent> {
    const sentIn = session.sending()
    const key = request.changes ? (request.key ?? parts.newKey()) : undefined
    const outcome = await exchange(parts, request, { key, token: sentIn.token, signal: request.signal })
    if (isNetworkFailure(request, outcome)) parts.networkFailed?.()
    const isSame = request.ofNoSession === true || session.isSame(sentIn)
    const refused = !outcome.ok && outcome.failure.kind === 'sessionInvalid' && !request.initial
    return { outcome, isOfThisSession: refused ? session.ended(sentIn) : isSame }
  }
  return { call: finished(parts, send) }
}

function isNetworkFailure({ path }: CallRequest, outcome: Outcome): boolean {
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

function isQuiet({ quiet = false }: CallRequest, outcome: Outcome): boolean {
  if (typeof quiet === 'boolean') return quiet
  if (outcome.ok) return false
  const { kind } = outcome.failure
  return (
    kind === 'refused' ||
    (quiet === 'shown' && (kind === 'transport' || kind === 'malformed' || kind === 'fault'))
  )
}

/** The server's words are shown after successes too. */
function announce({ toast, transportWords }: CallerParts, outcome: Outcome): void {
  const words = outcome.ok ? outcome.msg : wordsFor(outcome.failure, transportWords)
  if (words !== '') toast(words, outcome.ok ? 'success' : 'error')
}

/** What a failure says to people; nothing when it was they who stopped it. */
export function wordsFor(failure: CallFailure, transportWords: (code: string) => string): string {
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
