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
  /** Called when the server says that the current session has ended. */
  readonly onSessionExpired: () => void
  /** The translated message for a transport failure, with its code. */
  readonly transportText: (code: string) => string
}

export type Caller = {
  readonly call: Call
  /** Loads a private picture with the session's token. */
  readonly picture: (request: CallRequest) => Promise<Blob>
}

/** Makes every call of the console: unwraps the envelope, shows toasts, and reports an expired session. */
export function createCaller(parts: CallerOptions): Caller {
  const keys = createIdempotencyKeys(parts.newKey)

  async function send<Value>(
    request: CallRequest,
    via: (parts: ExchangeOptions, request: CallRequest, identity: RequestIdentity) => Promise<Outcome<Value>>,
  ): Promise<Value> {
    const token = parts.token()
    const outcome = await via(parts, request, { token, key: keys.keyOf(request, token) })
    keys.settle(request, token, outcome)
    if (outcome.ok) {
      if (outcome.msg !== '' && !request.quiet) parts.toast(outcome.msg, 'good')
      return outcome.value
    }
    // Code 999 for a request of an earlier session does not concern the current one.
    if (outcome.failure.kind === 'session_over' && token === parts.token()) parts.onSessionExpired()
    showFailure(parts, request, outcome.failure)
    throw outcome.failure
  }

  return {
    // The server validates its answers against the schema of the call. The browser has no schemas.
    call: async <Answer>(request: CallRequest) => (await send(request, exchange)) as Answer,
    picture: (request) => send(request, exchangePicture),
  }
}

function showFailure(parts: CallerOptions, request: CallRequest, failure: CallFailure): void {
  const isInline =
    failure.kind === 'refused' &&
    failure.reason !== undefined &&
    request.inlineReasons?.includes(failure.reason)
  const text = failureText(failure, parts.transportText)
  if (text !== '' && !request.quiet && !isInline) parts.toast(text, 'danger')
}

/** Empty for a cancelled call and for an expired session, which the sign-in screen explains. */
export function failureText(failure: CallFailure, transportText: (code: string) => string): string {
  switch (failure.kind) {
    case 'cancelled':
    case 'session_over':
      return ''
    case 'transport':
      return transportText(failure.code)
    default:
      return failure.msg
  }
}
