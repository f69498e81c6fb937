import type { Call, CallFailure, CallRequest } from '#desk/calls/call.ts'
import {
  type ExchangeOptions,
  exchange,
  exchangePicture,
  type Outcome,
  type RequestIdentity,
} from '#desk/calls/exchange.ts'
import { createIdempotencyKeys } from '#desk/calls/idempotency-keys.ts'

export type CallerOptions = ExchangeOptions & {
  readonly token: () => string | undefined
  readonly newKey: () => string
  readonly toast: (text: string, tone: 'good' | 'danger') => void
  /** The session that was sent along has ended. */
  readonly onSessionExpired: () => void
  /** A translated sentence that a call did not get through, with the code in brackets. */
  readonly transportText: (code: string) => string
}

export type Caller = {
  readonly call: Call
  /** A private picture, which only a call with the session's token is given. */
  readonly picture: (request: CallRequest) => Promise<Blob>
}

/** The one way from the console to the server: it takes the envelope off, says what is to be said, and ends a dead session. */
export function createCaller(parts: CallerOptions): Caller {
  const keys = createIdempotencyKeys(parts.newKey)

  async function made<Value>(
    request: CallRequest,
    ask: (parts: ExchangeOptions, request: CallRequest, sending: RequestIdentity) => Promise<Outcome<Value>>,
  ): Promise<Value> {
    const token = parts.token()
    const outcome = await ask(parts, request, { token, key: keys.keyOf(request, token) })
    keys.settle(request, token, outcome)
    if (outcome.ok) {
      if (outcome.msg !== '' && !request.quiet) parts.toast(outcome.msg, 'good')
      return outcome.value
    }
    // A 999 to a request of an earlier session is no news of this one.
    if (outcome.failure.kind === 'session_over' && token === parts.token()) parts.onSessionExpired()
    showFailure(parts, request, outcome.failure)
    throw outcome.failure
  }

  return {
    // The server's schema for this call is what makes the answer's type true; the browser carries no schemas.
    call: async <Answer>(request: CallRequest) => (await made(request, exchange)) as Answer,
    picture: (request) => made(request, exchangePicture),
  }
}

function showFailure(parts: CallerOptions, request: CallRequest, failure: CallFailure): void {
  const isBeside =
    failure.kind === 'refused' &&
    failure.reason !== undefined &&
    request.inlineReasons?.includes(failure.reason)
  const words = failureText(failure, parts.transportText)
  if (words !== '' && !request.quiet && !isBeside) parts.toast(words, 'danger')
}

/** What to tell of a failure; nothing of what was cancelled, and of a session that is over the sign-in screen tells. */
export function failureText(failure: CallFailure, transportWords: (code: string) => string): string {
  switch (failure.kind) {
    case 'cancelled':
    case 'session_over':
      return ''
    case 'transport':
      return transportWords(failure.code)
    default:
      return failure.msg
  }
}
