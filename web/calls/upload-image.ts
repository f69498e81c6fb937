import type { ImageUploadAnswer } from '#contract/calls/identity.ts'
import type { Call, Send } from '#web/calls/call-request.ts'

export type ImageUpload = {
  readonly file: Blob
  /** How much of it has left, from 0 to 1. */
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/** Sends one picture. Quiet: the place the picture was chosen for says what became of it. */
export function uploadImage(
  call: Call,
  { file, onProgress, signal }: ImageUpload,
): Promise<ImageUploadAnswer> {
  return call({
    path: '/api/common/image_upload',
    verb: 'POST',
    encoding: 'multipart',
    input: { file },
    changes: true,
    quiet: true,
    signal,
    send: sendWithProgress(onProgress),
  })
}

/** The longest a picture of ten megabytes may take, over the worst of lines. */
const uploadTimeoutMs = 10 * 60_000

/** An answer to an upload is an address or a refusal; whatever is longer is not ours. */
const maxUploadAnswerBytes = 64 * 1024

/** Sends as fetch does, and tells how far it has come, which fetch cannot. Answers and failures are those of fetch. */
function sendWithProgress(onProgress: (done: number) => void): Send {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const fail = () => reject(new TypeError('no whole answer came'))
      const cancel = () => request.abort()
      request.open(method, url)
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.timeout = uploadTimeoutMs
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
      request.onprogress = ({ loaded }) => {
        if (loaded > maxUploadAnswerBytes) request.abort()
      }
      request.onload = () => {
        // It follows redirects by itself; the application never redirects a call.
        if (request.responseURL === url) resolve(answerOf(request))
        else fail()
      }
      request.onerror = fail
      request.ontimeout = fail
      request.onabort = fail
      request.onloadend = () => signal?.removeEventListener('abort', cancel)
      if (signal?.aborted) return fail()
      signal?.addEventListener('abort', cancel)
      request.send((body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

/** These statuses have no body, and a Response refuses to be given one. */
const bodiless = [204, 205, 304]

function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(bodiless.includes(status) ? null : responseText, { status })
}
