/** For the tests of this folder: a caller to a server that is a function. It holds no tests; its name puts it among them. */
import { type CallFailure, isCallFailure } from '#desk/calls/call.ts'
import { type CallerOptions, createCaller } from '#desk/calls/caller.ts'
import { createFakeTimers } from '#desk/platform/fake-timers.ts'

export type Sent = { readonly url: URL; readonly init: RequestInit; readonly headers: Headers }

export type Answer = (sent: Sent) => Response | Promise<Response>

/** Answers the requests in turn; the last answer is given to all that follow. */
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
      if (answer === undefined) throw new Error('nothing was to be asked')
      return await Promise.race([answer(entry), abortion(init.signal)])
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

/** The failure a call ends with; a success, or anything else, is an error of the test. */
export async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const failure: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isCallFailure(failure)) throw new Error('the call should have failed as calls do', { cause: failure })
  return failure
}

/** Rejects as fetch does when its signal stops it. */
function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException('stopped', 'AbortError'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
  })
}
