import { codes } from '#contract/envelope.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { type CallFailure, callFailure } from '#web/calls/call-failure.ts'
import type { CallRequest, Send } from '#web/calls/call-request.ts'
import { encodeRequest } from '#web/calls/encode-request.ts'
import { failureOfEnvelope, parseEnvelope } from '#web/calls/envelope.ts'

export type RequestParts = {
  readonly fetch: Send
  readonly apiOrigin: () => string
  readonly language: () => LanguageCode
  readonly now: () => number
}

/** What goes along with one try of a request. */
type RequestContext = {
  readonly key: string | undefined
  readonly token: string | undefined
  readonly signal: AbortSignal | undefined
}

export type CallOutcome =
  | { readonly ok: true; readonly msg: string; readonly data: unknown }
  | { readonly ok: false; readonly failure: CallFailure }

/** No answer came, and it was not we who stopped waiting. */
export const networkFailureCode = 'ERR_NETWORK'

export const maxAnswerBytes = 8 * 1024 * 1024

/** One request, one outcome. It shows nothing and never throws: whatever answers, or does not, is an outcome. */
export async function sendRequest(
  parts: RequestParts,
  request: CallRequest,
  sending: RequestContext,
): Promise<CallOutcome> {
  const { url, body, contentType } = encodeRequest(request, parts.apiOrigin(), parts.now())
  const init: RequestInit = {
    method: request.verb,
    headers: headersOf(parts.language(), contentType, sending),
    body: body ?? null,
    cache: 'no-store',
    // The application never redirects a call; following one would turn a POST into a GET of someone's login page.
    redirect: 'error',
    signal: sending.signal ?? null,
  }
  // Taken out of `parts` first: the browser's fetch refuses to run as another object's method.
  const { send = parts.fetch } = request
  try {
    const response = await send(url, init)
    return await outcomeOf(response, sending.signal)
  } catch {
    return failed(failureOfThrow(sending.signal))
  }
}

function headersOf(
  lang: string,
  contentType: string | undefined,
  { key, token }: RequestContext,
): Record<string, string> {
  return {
    lang,
    ...(token === undefined ? {} : { authorization: token }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  }
}

async function outcomeOf(response: Response, signal: AbortSignal | undefined): Promise<CallOutcome> {
  if (!response.ok) {
    // The application answers 200 whatever it has to say, so this came from something in between. Its page is not read,
    // and how the rest of it ends does not matter.
    response.body?.cancel().catch(() => undefined)
    const { status } = response
    return failed(callFailure({ kind: 'transport', code: String(status), status }))
  }
  const text = await readBody(response, maxAnswerBytes)
  if (signal?.aborted) return failed(failureOfThrow(signal))
  const envelope = text === undefined ? undefined : parseEnvelope(text)
  if (envelope === undefined) return failed(callFailure({ kind: 'malformed', code: 'ERR_BAD_RESPONSE' }))
  if (envelope.code !== codes.success) return failed(failureOfEnvelope(envelope))
  return { ok: true, msg: envelope.msg, data: envelope.data }
}

/** fetch throws only when it was stopped or when no whole answer came. Browsers tell no more than that. */
function failureOfThrow(signal: AbortSignal | undefined): CallFailure {
  if (!signal?.aborted) return callFailure({ kind: 'transport', code: networkFailureCode, status: undefined })
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  if (timedOut) return callFailure({ kind: 'transport', code: 'ERR_TIMEOUT', status: undefined })
  return callFailure({ kind: 'cancelled' })
}

function failed(failure: CallFailure): CallOutcome {
  return { ok: false, failure }
}

/**
 * The text of an answer, or undefined when it is larger than the bound. The largest real one (every market, 500 candles)
 * is a few hundred kilobytes; the bound keeps whatever else may answer from filling a phone's memory.
 */
async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
