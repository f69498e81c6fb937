import type { Timers } from '#browser/platform/timers.ts'
import { codes, reasons } from '#contract/envelope.ts'
import { type CallFailure, type CallRequest, callFailure } from '#desk/calls/call.ts'

export type ExchangeOptions = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly origin: string
  readonly language: () => string
  readonly now: () => number
  readonly timers: Timers
}

export type RequestIdentity = { readonly token: string | undefined; readonly key: string | undefined }

/** A page of the audit log is up to about 200 KB, a picture of an identity document up to 10 MB. */
export const exchangeBounds = {
  answerBytes: 2 * 1024 * 1024,
  pictureBytes: 16 * 1024 * 1024,
  answerMs: 20_000,
  pictureMs: 60_000,
} as const

/** Sends one request and reads the envelope. Never throws: every failure is an outcome. */
export function exchange(
  parts: ExchangeOptions,
  request: CallRequest,
  identity: RequestIdentity,
): Promise<Outcome> {
  return fetchWithin(parts, request, identity, exchangeBounds.answerMs, async (response) => {
    const chunks = await readBounded(response, exchangeBounds.answerBytes)
    return chunks === undefined ? transportFailure('ERR_TOO_LONG') : readEnvelope(await textOf(chunks))
  })
}

/** Like `exchange`, but for a picture, which the server sends without an envelope. Only a refusal has one. */
export function exchangePicture(
  parts: ExchangeOptions,
  request: CallRequest,
  identity: RequestIdentity,
): Promise<Outcome<Blob>> {
  return fetchWithin<Blob>(parts, request, identity, exchangeBounds.pictureMs, async (response) => {
    const type = /^image\/(?:jpeg|png|webp)$/.exec(response.headers.get('content-type') ?? '')?.[0]
    const chunks = await readBounded(response, exchangeBounds.pictureBytes)
    if (chunks === undefined) return transportFailure('ERR_TOO_LONG')
    if (type !== undefined) return { ok: true, msg: '', value: blobOf(chunks, type) }
    const refusal = readEnvelope(await textOf(chunks))
    return refusal.ok ? transportFailure('ERR_ANSWER') : refusal
  })
}

async function fetchWithin<Value>(
  parts: ExchangeOptions,
  request: CallRequest,
  identity: RequestIdentity,
  timeoutMs: number,
  read: (response: Response) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const late = new AbortController()
  const cancelDeadline = parts.timers.after(timeoutMs, () => late.abort())
  const signal = AbortSignal.any([late.signal, ...(request.signal === undefined ? [] : [request.signal])])
  // Called as a plain function: the browser's fetch throws if it is called as a method of another object.
  const { fetch } = parts
  try {
    const response = await fetch(urlOf(parts, request), initOf(parts, request, identity, signal))
    // The server always answers with HTTP 200, so any other status comes from a proxy.
    const outcome = response.ok ? await read(response) : transportFailure(String(response.status))
    return request.signal?.aborted ? failed(callFailure({ kind: 'cancelled' })) : outcome
  } catch {
    if (request.signal?.aborted) return failed(callFailure({ kind: 'cancelled' }))
    return transportFailure(late.signal.aborted ? 'ERR_TIMEOUT' : 'ERR_NETWORK')
  } finally {
    cancelDeadline()
  }
}

function urlOf({ origin, now }: ExchangeOptions, { path, verb, input }: CallRequest): string {
  if (verb === 'POST') return `${origin}${path}`
  const query = new URLSearchParams(definedEntries(input).map(([name, value]) => [name, String(value)]))
  // Prevents an answer from a cache.
  query.set('t', String(now()))
  return `${origin}${path}?${query}`
}

function initOf(
  parts: ExchangeOptions,
  { verb, input }: CallRequest,
  { token, key }: RequestIdentity,
  signal: AbortSignal,
): RequestInit {
  const isPost = verb === 'POST'
  return {
    method: verb,
    headers: {
      lang: parts.language(),
      ...(token === undefined ? {} : { authorization: token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(isPost ? { 'content-type': 'application/json' } : {}),
    },
    body: isPost ? JSON.stringify(Object.fromEntries(definedEntries(input))) : null,
    cache: 'no-store',
    // The API never redirects, and following a redirect could send the token to another host.
    redirect: 'error',
    signal,
  }
}

function definedEntries(input: CallRequest['input'] = {}): [string, string | number][] {
  return Object.entries(input).flatMap(([name, value]): [string, string | number][] =>
    value === undefined ? [] : [[name, value]],
  )
}

function textOf(chunks: readonly Uint8Array[]): Promise<string> {
  return blobOf(chunks, 'text/plain').text()
}

function blobOf(chunks: readonly Uint8Array[], type: string): Blob {
  return new Blob(
    chunks.map((chunk) => chunk.slice()),
    { type },
  )
}

/** The bytes of an answer. Stops reading and returns undefined if there are more than `maxBytes`. */
async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array[] | undefined> {
  if (response.body === null) return []
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return chunks
}

export type Outcome<Value = unknown> =
  | { readonly ok: true; readonly msg: string; readonly value: Value }
  | { readonly ok: false; readonly failure: CallFailure }

/** Anything but an envelope is a transport failure. `data` is not validated: the server guarantees its shape. */
function readEnvelope(text: string): Outcome {
  const { code, msg, data } = recordOf(parsed(text))
  if (typeof code !== 'number' || typeof msg !== 'string' || data === undefined)
    return transportFailure('ERR_ANSWER')
  if (code === codes.success) return { ok: true, msg, value: data }
  return failed(failureOf(code, msg, recordOf(data)))
}

function transportFailure(code: string): Outcome<never> {
  return failed(callFailure({ kind: 'transport', code }))
}

function failed(failure: CallFailure): Outcome<never> {
  return { ok: false, failure }
}

function failureOf(code: number, msg: string, data: Readonly<Record<string, unknown>>): CallFailure {
  if (code === codes.sessionInvalid) return callFailure({ kind: 'session_over' })
  if (code === codes.fault) return callFailure({ kind: 'fault', msg })
  if (code === codes.tooManyRequests) {
    const asked = data['retry_after']
    const retryAfterSeconds = typeof asked === 'number' && asked >= 0 ? asked : 1
    return callFailure({ kind: 'too_many', msg, retryAfterSeconds })
  }
  const field = typeof data['field'] === 'string' ? data['field'] : undefined
  return callFailure({ kind: 'refused', msg, reason: reasons.find((name) => name === data['reason']), field })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
