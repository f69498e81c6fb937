// Answers to requests that reach no route: malformed or slow ones, and those that the server has no room for.
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Reason } from '#contract/envelope.ts'
import { readLanguage } from '#contract/headers.ts'
import { refused, toEnvelope } from '#contract/outcome.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { isApiAddress, isApiRequest } from '#server/gateway/api-paths.ts'
import type { ConnectionLimit } from '#server/gateway/connection-limit.ts'
import { type RawAnswer, sendRawAnswer } from '#server/gateway/raw-answer.ts'
import type { SecurityHeaders } from '#server/gateway/security-headers.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

type EarlyAnswerParts = {
  readonly translatorFor: TranslatorFor
  readonly webOrigins: readonly string[]
  readonly securityHeaders: SecurityHeaders
}

/** `rawPacket` has the bytes that the HTTP parser refused. */
type ClientError = { readonly code?: string | undefined; readonly rawPacket?: unknown }

/** What is known of the request that failed. */
type RequestHead = { readonly address: string; readonly headers: IncomingHttpHeaders }

/** Answers errors of the HTTP parser: under the API paths with an envelope, elsewhere with a status. */
export function createClientErrorAnswers(parts: EarlyAnswerParts) {
  const latest = new WeakMap<
    Socket,
    { readonly request: IncomingMessage; readonly response: ServerResponse }
  >()

  /** Undefined if no answer may be written: the client would take it for the answer to another request. */
  function answerTo(error: ClientError, socket: Socket): RawAnswer | undefined {
    const { request, response } = latest.get(socket) ?? {}
    const isAnswered = response === undefined || response.writableFinished
    if (request?.complete === false && response !== undefined) {
      // A response has no socket while an earlier one of the same connection is unfinished. A call without a body may
      // be running already, although the rest of its request is missing.
      if (response.headersSent || response.socket === null || isBodyless(request)) return undefined
      const head = { address: request.url ?? '', headers: request.headers }
      return answerFor(error, head, parts.securityHeaders(request))
    }
    if (!isAnswered) return undefined
    if (error.code !== timeoutCode) return answerFor(error, headOfPacket(error.rawPacket))
    // A browser opens connections in advance. One without a request is closed without an answer.
    return socket.bytesRead === 0 ? undefined : answerFor(error, undefined)
  }
  /** The path of a request that timed out within its head is unknown. It is answered like a call, in English. */
  function answerFor(
    error: ClientError,
    head: RequestHead | undefined,
    security = parts.securityHeaders(undefined),
  ): RawAnswer {
    const { reason, status } = refusalOf(error)
    const isCall = head === undefined ? reason === 'request_timeout' : isApiAddress(head.address)
    if (!isCall) return { status, type: 'text/plain', body: 'bad request\n', headers: security }
    const language: LanguageCode = head === undefined ? 'en' : readLanguage(head.headers['lang'])
    const body = JSON.stringify(toEnvelope(refused(reason), parts.translatorFor(language)))
    return {
      ...{ status: 200, type: 'application/json; charset=utf-8', body },
      headers: { ...security, ...corsHeaders(head?.headers.origin, parts.webOrigins) },
    }
  }
  return {
    /** Must be called before the server listens. */
    observe(server: Server): void {
      server.on('request', (request, response) => void latest.set(request.socket, { request, response }))
    },
    onClientError(error: ClientError, socket: Socket): void {
      const answer = error.code === 'ECONNRESET' || !socket.writable ? undefined : answerTo(error, socket)
      if (answer === undefined) socket.destroy()
      else sendRawAnswer(socket, answer)
    },
  }
}

function isBodyless({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'

function refusalOf({ code }: ClientError): { readonly reason: Reason; readonly status: number } {
  if (code === timeoutCode) return { reason: 'request_timeout', status: 408 }
  if (code === 'HPE_HEADER_OVERFLOW') return { reason: 'body_too_large', status: 431 }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { reason: 'body_too_large', status: 413 }
  return { reason: 'malformed_body', status: 400 }
}

const maxHeadChars = 8192

/** Reads path, language and origin of a request that the HTTP parser refused. Undefined for other protocols. */
function headOfPacket(packet: unknown): RequestHead | undefined {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, maxHeadChars) : ''
  const address = /^[A-Z]+ (\S+)/.exec(text)?.[1]
  if (address === undefined) return undefined
  const field = (name: string) => new RegExp(`\\n${name}:[ \\t]*([^\\s]+)`, 'i').exec(text)?.[1]
  return { address, headers: { lang: field('lang'), origin: field('origin') } }
}

function corsHeaders(origin: string | undefined, webOrigins: readonly string[]): Record<string, string> {
  if (origin === undefined || !webOrigins.includes(origin)) return {}
  return { 'access-control-allow-origin': origin, vary: 'origin' }
}

type RefusalParts = Pick<EarlyAnswerParts, 'translatorFor'> & Pick<ConnectionLimit, 'isRefused'>

/** Refuses requests that arrive while the server stops, and those of a connection beyond a limit. Others finish. */
export function refuseEarly(app: FastifyInstance, { translatorFor, isRefused }: RefusalParts): void {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isStopping || isRefused(request.raw.socket)) sendBusy(request, reply, translatorFor)
    else done()
  })
}

function sendBusy(request: FastifyRequest, reply: FastifyReply, translatorFor: TranslatorFor): FastifyReply {
  reply.header('connection', 'close')
  const isUpgrade = request.headers.upgrade !== undefined
  if (isApiRequest(request) && !isUpgrade) return sendEnvelope(request, reply, translatorFor, refused('busy'))
  return reply.code(503).type('text/plain').send('not available\n')
}
