// A real HTTP server, and a caller connected to it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type CallerParts, createCaller } from '#browser/calls/caller.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createLoadingCount } from '#web/calls/loading-count.ts'

export type ReceivedRequest = {
  readonly verb: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Answer = (response: ServerResponse, seen: ReceivedRequest) => void

export function envelope(code: number, msg = '', data: unknown = null): Answer {
  return raw(200, JSON.stringify({ code, msg, data }), 'application/json')
}

export function raw(status: number, body: string, type = 'text/html'): Answer {
  return (response) => response.writeHead(status, { 'content-type': type }).end(body)
}

/** Accepts the request and closes the connection. */
export const hangUp: Answer = (response) => response.destroy()

/** Accepts the request and never answers. */
export const silence: Answer = () => undefined

/** Each request gets the next answer. The last answer repeats. */
export async function startTestServer(context: TestContext, ...answers: readonly Answer[]) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server')
    const body = Buffer.concat(chunks).toString('latin1')
    const entry = {
      verb: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body,
    }
    received.push(entry)
    const answer = answers[Math.min(received.length, answers.length) - 1]
    answer?.(response, entry)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  context.after(stop)
  return { origin: `http://127.0.0.1:${port}`, received, stop }
}

/** A caller that records toasts, session ends and loading. */
export function callerTo(origin: string, change: Partial<CallerParts> = {}) {
  const session = { token: 'token-1' as string | undefined, endings: 0 }
  const toasts: (readonly [message: string, kind: string])[] = []
  const timers = createFakeTimers(1_700_000_000_000)
  const loading = createLoadingCount()
  let keys = 0
  const caller = createCaller({
    fetch: (url, init) => fetch(url, init),
    apiOrigin: () => origin,
    language: () => 'en',
    token: () => session.token,
    now: timers.now,
    timers,
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
    toast: (message, kind) => toasts.push([message, kind]),
    busy: loading,
    sessionInvalid: () => {
      session.endings += 1
      session.token = undefined
    },
    transportMessage: (code) => `Connection problem (${code})`,
    ...change,
  })
  return { ...caller, session, toasts, timers, loading }
}

/** The failure a call rejects with. Throws if the call succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call should have failed')
    },
    (failure: unknown) => failure,
  )
}
