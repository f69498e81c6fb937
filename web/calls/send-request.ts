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

/** Headers and cancellation of one request. */
type RequestContext = {
  readonly key: string | undefined
  readonly token: string | undefined
  readonly signal: AbortSignal | undefined
}

export type CallOutcome =
  | { readonly ok: true; readonly msg: string; readonly data: unknown }
  | { readonly ok: false; readonly failure: CallFailure }

/** No answer arrived, and the client did not abort. */
export const networkFailureCode = 'ERR_NETWORK'

export const maxAnswerBytes = 8 * 1024 * 1024

/** Sends one request. Never throws: every answer, or lack of one, becomes an outcome. */
export async function sendRequest(
  parts: RequestParts,
  request: CallRequest,
  context: RequestContext,
): Promise<CallOutcome> {
  const { url, body, contentType } = encodeRequest(request, parts.apiOrigin(), parts.now())
  const init: RequestInit = {
    method: request.verb,
    headers: headersOf(parts.language(), contentType, context),
    body: body ?? null,
    cache: 'no-store',
    // The API never redirects. Following a redirect could turn a POST into a GET of a captive portal's login page.
    redirect: 'error',
    signal: context.signal ?? null,
  }
  // Destructured, because the browser's fetch throws when called as a method of another object.
  const { send = parts.fetch } = request
  try {
    const response = await send(url, init)
    return await outcomeOf(response, context.signal)
  } catch {
    return failed(failureOfThrow(context.signal))
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
    // The API always answers 200, so this answer came from a proxy. Its body is not read; a failed cancel is harmless.
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

/** fetch throws on an abort or an incomplete answer. Browsers give no further detail. */
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
 * The text of an answer, or undefined if it exceeds the bound. The largest real answer is a few hundred kilobytes; the
 * bound protects the memory of a phone from anything else that may answer.
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
