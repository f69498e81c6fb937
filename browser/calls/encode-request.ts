import type { CallInput, CallRequest, Scalar } from '#browser/calls/call-request.ts'

export type EncodedRequest = {
  readonly url: string
  readonly body: string | FormData | undefined
  /** Undefined for multipart: the browser sets it with the boundary. */
  readonly contentType: string | undefined
}

export function encodeRequest(request: CallRequest, origin: string, nowMs: number): EncodedRequest {
  const url = `${origin}${request.path}`
  if (request.verb === 'POST') return { url, ...encodeBody(request) }
  const query = new URLSearchParams(present(request.input).map(([name, value]) => [name, String(value)]))
  // Defeats caches between browser and server.
  query.set('t', String(nowMs))
  return { url: `${url}?${query}`, body: undefined, contentType: undefined }
}

function encodeBody(request: CallRequest): Omit<EncodedRequest, 'url'> {
  if (request.encoding === 'multipart') return { body: formData(request.input), contentType: undefined }
  const entries = present(request.input)
  if (request.encoding === 'form') {
    const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
    return { body: form.toString(), contentType: 'application/x-www-form-urlencoded;charset=UTF-8' }
  }
  return { body: JSON.stringify(Object.fromEntries(entries)), contentType: 'application/json' }
}

function formData(input: CallInput<Scalar | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of present(input)) {
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, String(value))
  }
  return form
}

function present<Value>(input: CallInput<Value> = {}): [string, Value][] {
  return Object.entries(input).flatMap(([name, value]): [string, Value][] =>
    value === undefined || value === null ? [] : [[name, value]],
  )
}
