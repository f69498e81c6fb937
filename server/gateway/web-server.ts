import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import { type FastifyInstance, fastify } from 'fastify'
import { createErrorHandler } from '#server/gateway/answer-errors.ts'
import { mayUpgrade } from '#server/gateway/api-paths.ts'
import { observeRequests } from '#server/gateway/observe-requests.ts'
import { refuseEndless } from '#server/gateway/refuse-endless.ts'
import { createRequestIds } from '#server/gateway/request-ids.ts'
import type { WebServerParts } from '#server/gateway/web-server-parts.ts'

export type WebServer = FastifyInstance

/** Calls are small; uploads set a limit of their own. */
const longestBodyBytes = 64 * 1024

/** The bare server: ids, limits, time-outs, forms, cross-origin rules, and an envelope for whatever goes wrong. */
export async function createWebServer(parts: WebServerParts): Promise<WebServer> {
  const handleError = createErrorHandler(parts)
  const app = fastify({
    logger: false,
    genReqId: createRequestIds(parts.random),
    requestIdHeader: false,
    bodyLimit: longestBodyBytes,
    // A phone on a slow line needs its time for a picture of 10 MB; the head of a request comes at once.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    http: { shouldUpgradeCallback: mayUpgrade, headersTimeout: 20_000 },
    // For errors so early that no route is known yet; the handler below is for all the others.
    frameworkErrors: handleError,
  })
  // Answers are shaped by hand and documented by their schema; compiling serialisers for each would gain nothing.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  observeRequests(app, parts)
  app.addHook('preHandler', refuseEndless)
  app.setErrorHandler(handleError)
  await app.register(formbody, { bodyLimit: longestBodyBytes })
  // A client may name JSON as its kind of content and send none: that is a call without input.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parseJson(request, body, done),
  )
  // Read as it is; whoever takes the call knows what may be in it.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => body,
  )
  if (parts.webOrigins.length > 0) {
    await app.register(cors, {
      origin: [...parts.webOrigins],
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['lang', 'authorization', 'idempotency-key', 'content-type'],
      maxAge: 600,
    })
  }
  return app
}
