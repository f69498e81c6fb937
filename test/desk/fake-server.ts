// A caller of the console whose requests are answered by functions.

import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { type CallFailure, isCallFailure } from '#desk/calls/call.ts'
import { type CallerOptions, createCaller } from '#desk/calls/caller.ts'

export type Sent = { readonly url: URL; readonly init: RequestInit; readonly headers: Headers }

export type Answer = (sent: Sent) => Response | Promise<Response>

/** Each request gets the next answer. The last answer repeats. */
export function callerTo(...answers: readonly Answer[]) {
  const sent: Sent[] = []
  const toasts: (readonly [string, string])[] = []
  const session = { token: 'token-1' as string | undefined, endings: 0 }
  const timers = createFakeTimers(1_700_000_000_000)
  let keys = 0
  const parts: CallerOptions = {
    async fetch(url, init) {
      const entry = { url: new URL(url), init, headers: new Headers(init.headers) }
      sent.push(entry)
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (answer === undefined) throw new Error('unexpected request')
      return await Promise.race([answer(entry), rejectOnAbort(init.signal)])
    },
    origin: 'https://desk.test',
    language: () => 'en',
    now: timers.now,
    timers,
    token: () => session.token,
    newKey: () => `key-${++keys}`,
    toast: (text, tone) => toasts.push([text, tone]),
    onSessionExpired: () => {
      session.endings += 1
      session.token = undefined
    },
    transportText: (code) => `No connection (${code})`,
  }
  return { ...createCaller(parts), sent, toasts, session, timers }
}

export function envelope(code: number, msg = '', data: unknown = null): () => Response {
  return () => new Response(JSON.stringify({ code, msg, data }))
}

export const silence = () => new Promise<Response>(() => undefined)

/** The failure of a call. Throws if it succeeds or rejects with anything else. */
export async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const failure: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isCallFailure(failure)) throw new Error('expected a CallFailure', { cause: failure })
  return failure
}

/** Rejects like fetch when its signal aborts. */
function rejectOnAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException('stopped', 'AbortError'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
  })
}
