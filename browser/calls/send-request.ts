import { type CallFailure, callFailure } from '#browser/calls/call-failure.ts'
import type { CallRequest, Send } from '#browser/calls/call-request.ts'
import { encodeRequest } from '#browser/calls/encode-request.ts'
import { failureOfEnvelope, parseEnvelope } from '#browser/calls/envelope.ts'
import { readBytes } from '#browser/calls/read-bytes.ts'
import type { Timers } from '#browser/platform/timers.ts'
import { codes } from '#contract/envelope.ts'
import type { LanguageCode } from '#i18n/languages.ts'

export type RequestParts = {
  readonly fetch: Send
  readonly apiOrigin: () => string
  readonly language: () => LanguageCode
  readonly now: () => number
  readonly timers: Timers
}

/** Headers of one request. */
type RequestContext = { readonly key: string | undefined; readonly token: string | undefined }

export type CallOutcome<Value = unknown> =
  | { readonly ok: true; readonly msg: string; readonly data: Value }
  | { readonly ok: false; readonly failure: CallFailure }

/** Reads the body of an answer with status 200. */
export type ReadAnswer<Value> = (response: Response) => Promise<CallOutcome<Value>>

/** No answer arrived, and the client did not abort. */
export const networkFailureCode = 'ERR_NETWORK'

/** The largest real answer is a few hundred kilobytes. Protects the memory of a phone from anything else that answers. */
export const maxAnswerBytes = 8 * 1024 * 1024

export const defaultTimeoutMs = 30_000

/** Sends one request. Never throws: every answer, or lack of one, becomes an outcome. */
export async function sendRequest<Value>(
  parts: RequestParts,
  request: CallRequest,
  context: RequestContext,
  read: ReadAnswer<Value>,
): Promise<CallOutcome<Value>> {
  const { url, body, contentType } = encodeRequest(request, parts.apiOrigin(), parts.now())
  const { signal, stop } = signalWithDeadline(parts.timers, request)
  const init: RequestInit = {
    method: request.verb,
    headers: headersOf(parts.language(), contentType, { ...context, thread: request.thread }),
    body: body ?? null,
    cache: 'no-store',
    // The API never redirects. Following a redirect could turn a POST into a GET of a captive portal's login page.
    redirect: 'error',
    signal,
  }
  // Destructured, because the browser's fetch throws when called as a method of another object.
  const { send = parts.fetch } = request
  try {
    const response = await send(url, init)
    const outcome = response.ok ? await read(response) : refusedByProxy(response)
    return signal.aborted ? failed(failureOfThrow(signal)) : outcome
  } catch {
    return failed(failureOfThrow(signal))
  } finally {
    stop()
  }
}

/** Aborts with the signal of the request or at its deadline. Not `AbortSignal.any`, which phones of 2023 do not have. */
function signalWithDeadline(
  timers: Timers,
  { signal: outer, timeoutMs = defaultTimeoutMs }: CallRequest,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort(outer?.reason)
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort)
  const timeOut = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
  const cancelDeadline = timers.after(timeoutMs, timeOut)
  return {
    signal: controller.signal,
    stop() {
      cancelDeadline()
      outer?.removeEventListener('abort', abort)
    },
  }
}

function headersOf(
  lang: string,
  contentType: string | undefined,
  { key, token, thread }: RequestContext & Pick<CallRequest, 'thread'>,
): Record<string, string> {
  return {
    lang,
    ...(token === undefined ? {} : { authorization: token }),
    ...(thread === undefined ? {} : { 'support-thread': thread }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  }
}

/** The API always answers 200, so this answer came from a proxy. Its body is not read; a failed cancel is harmless. */
function refusedByProxy({ body, status }: Response): CallOutcome<never> {
  body?.cancel().catch(() => undefined)
  return failed(callFailure({ kind: 'transport', code: String(status), status }))
}

/** Reads an envelope. */
export async function readEnvelope(response: Response): Promise<CallOutcome> {
  const bytes = await readBytes(response, maxAnswerBytes)
  return bytes === undefined ? malformed() : outcomeOfText(await bytes.text())
}

export function outcomeOfText(text: string): CallOutcome {
  const envelope = parseEnvelope(text)
  if (envelope === undefined) return malformed()
  const { code, msg, data } = envelope
  return code === codes.success ? { ok: true, msg, data } : failed(failureOfEnvelope(envelope))
}

export function malformed(): CallOutcome<never> {
  return failed(callFailure({ kind: 'malformed', code: 'ERR_BAD_RESPONSE' }))
}

/** fetch throws on an abort or an incomplete answer. Browsers give no further detail. */
function failureOfThrow(signal: AbortSignal): CallFailure {
  if (!signal.aborted) return callFailure({ kind: 'transport', code: networkFailureCode, status: undefined })
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  if (timedOut) return callFailure({ kind: 'transport', code: 'ERR_TIMEOUT', status: undefined })
  return callFailure({ kind: 'cancelled' })
}

function failed(failure: CallFailure): CallOutcome<never> {
  return { ok: false, failure }
}
