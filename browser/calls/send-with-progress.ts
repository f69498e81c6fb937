import type { Send } from '#browser/calls/call-request.ts'

/** The answer names the file or is a refusal; anything longer is not from the API. */
const maxUploadAnswerBytes = 64 * 1024

/** Sends like fetch, with the same answers and failures, but reports upload progress, which fetch cannot. */
export function sendWithProgress(onProgress: (sentShare: number) => void): Send {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const fail = () => reject(new TypeError('no complete answer'))
      const cancel = () => request.abort()
      request.open(method, url)
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
      request.onprogress = ({ loaded }) => {
        if (loaded > maxUploadAnswerBytes) request.abort()
      }
      request.onload = () => {
        // XMLHttpRequest follows redirects, but the API never redirects.
        if (request.responseURL === url) resolve(answerOf(request))
        else fail()
      }
      request.onerror = fail
      request.onabort = fail
      request.onloadend = () => signal?.removeEventListener('abort', cancel)
      if (signal?.aborted) return fail()
      signal?.addEventListener('abort', cancel)
      request.send((body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

/** `new Response` throws if one of these statuses comes with a body. */
const bodiless = [204, 205, 304]

function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(bodiless.includes(status) ? null : responseText, { status })
}
