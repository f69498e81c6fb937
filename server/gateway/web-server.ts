import type { Readable } from 'node:stream'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { threadHeader } from '#contract/headers.ts'
import { mayUpgrade } from '#server/gateway/api-paths.ts'
import { addClientAddress, createConnectionKey } from '#server/gateway/client-address.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  createConnectionLimit,
} from '#server/gateway/connection-limit.ts'
import { createClientErrorAnswers, refuseEarly } from '#server/gateway/early-answers.ts'
import { createErrorHandler } from '#server/gateway/error-handler.ts'
import { readBody } from '#server/gateway/read-body.ts'
import { createRequestIds, observeRequests } from '#server/gateway/request-log.ts'
import { createResponseClass, createSecurityHeaders } from '#server/gateway/security-headers.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

type WebServerParts = {
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  readonly translatorFor: TranslatorFor
  readonly webOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly timers: Timers
  readonly connectionLimits?: ConnectionLimits
  /** Shorter ones for tests. */
  readonly timeouts?: RequestTimeouts
}

export type WebServer = FastifyInstance

type RequestTimeouts = {
  readonly headMs: number
  readonly requestMs: number
  /** How often connections are checked for requests that have taken too long. */
  readonly checkEveryMs: number
}

/** A request may take long enough for a 10 MB upload from a slow phone. */
const defaultTimeouts: RequestTimeouts = { headMs: 20_000, requestMs: 120_000, checkEveryMs: 10_000 }

/**
 * Twice the longest setting in any script. Deeply nested JSON takes a thousand times as long to parse as one long text,
 * so more would occupy the main thread for milliseconds. Uploads have a separate, larger limit.
 */
const maxBodyBytes = 24 * 1024

/** Fastify with request ids, limits, timeouts, body parsers, CORS and error handling, but no routes. */
export async function createWebServer(parts: WebServerParts): Promise<WebServer> {
  const handleError = createErrorHandler(parts)
  const securityHeaders = createSecurityHeaders(parts.trustedProxies)
  const clientErrors = createClientErrorAnswers({ ...parts, securityHeaders })
  const connections = createConnectionLimit({
    ...parts,
    limits: parts.connectionLimits ?? connectionLimits,
    addressOf: createConnectionKey(parts.trustedProxies),
  })
  const { headMs, requestMs, checkEveryMs } = parts.timeouts ?? defaultTimeouts
  const app = fastify({
    logger: false,
    genReqId: createRequestIds(parts.random),
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    http: {
      shouldUpgradeCallback: (request) => mayUpgrade(request) && !connections.isRefused(request.socket),
      ServerResponse: createResponseClass(securityHeaders),
      headersTimeout: headMs,
      connectionsCheckingInterval: checkEveryMs,
    },
    // Fastify's own answers would not be envelopes.
    return503OnClosing: false,
    // Strict types. `read-fields.ts` converts what a call may convert.
    ajv: { customOptions: { coerceTypes: false } },
    clientErrorHandler: clientErrors.onClientError,
    // Errors before routing. The error handler set below covers all others.
    frameworkErrors: handleError,
  })
  addClientAddress(app, parts.trustedProxies)
  // Routes build their answers in full, so compiled serialisers would gain nothing.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  clientErrors.observe(app.server)
  connections.attach(app.server)
  observeRequests(app, parts)
  app.setErrorHandler(handleError)
  await app.register(formbody, { bodyLimit: maxBodyBytes })
  // An empty body declared as JSON is a call without input.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parseJson(request, body, done),
  )
  // Kept as bytes: only the route knows whether the form may hold a file.
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    const declaredBytes = Number(request.headers['content-length'] ?? Number.NaN)
    return await readBody(payload, { maxBytes: request.routeOptions.bodyLimit, declaredBytes })
  })
  if (parts.webOrigins.length > 0) {
    await app.register(cors, {
      origin: [...parts.webOrigins],
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['lang', 'authorization', 'idempotency-key', 'content-type', threadHeader],
      maxAge: 600,
    })
  }
  // After CORS, so that a page on another origin can read the answer.
  refuseEarly(app, { ...parts, ...connections })
  return app
}
