/**
 * A real HTTP server for the tests of this folder, and a caller wired to it. It holds no tests of its own; its name
 * puts it in the compiler's test world, which alone knows node.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type CallerParts, createCaller } from '#web/calls/caller.ts'
import { createLoadingCount } from '#web/calls/loading-count.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'

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

/** Takes the request and cuts the line. */
export const hangUp: Answer = (response) => response.destroy()

/** Takes the request and never says anything. */
export const silence: Answer = () => undefined

/** Answers in turn; the last answer is given to every further request. */
export async function startTestServer(context: TestContext, ...answers: readonly Answer[]) {
  const seen: ReceivedRequest[] = []
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
    seen.push(entry)
    const answer = answers[Math.min(seen.length, answers.length) - 1]
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
  return { origin: `http://127.0.0.1:${port}`, seen, stop }
}

/** A caller with everything it did to its surroundings written down. */
export function callerTo(origin: string, change: Partial<CallerParts> = {}) {
  const session = { token: 'token-1' as string | undefined, endings: 0 }
  const toasts: (readonly [words: string, kind: string])[] = []
  const timers = createFakeTimers(1_700_000_000_000)
  const loading = createLoadingCount()
  let keys = 0
  const caller = createCaller({
    fetch: (url, init) => fetch(url, init),
    apiOrigin: () => origin,
    language: () => 'en',
    token: () => session.token,
    now: timers.now,
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
    toast: (words, kind) => toasts.push([words, kind]),
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

/** The failure a call ends with; a success is an error of the test. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call should have failed')
    },
    (failure: unknown) => failure,
  )
}
