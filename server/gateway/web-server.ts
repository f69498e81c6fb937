import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { mayUpgrade } from '#server/gateway/api-paths.ts'
import { createErrorHandler } from '#server/gateway/error-handler.ts'
import { createRequestIds, observeRequests } from '#server/gateway/request-log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import type { Words } from '#server/platform/words.ts'

/** What the web server is made with. */
type WebServerParts = {
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  readonly words: Words
  readonly webOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
}

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
  app.addHook('preHandler', rejectInfinity)
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

/**
 * The library that checks schemas reads "1e309" as a whole number without looking at the limits, and what arrives is
 * infinite. No field of ours can be that.
 */
function rejectInfinity(
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  _reply: unknown,
  done: (fault?: Error) => void,
): void {
  const name = infiniteField(query) ?? infiniteField(body)
  if (name === undefined) done()
  else done(Object.assign(new Error('a number has no end'), { validation: [validationErrorAt(name)] }))
}

function infiniteField(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'number' && !Number.isFinite(value)) return name
  return undefined
}

/** As the library would have said it. */
function validationErrorAt(name: string) {
  return { instancePath: `/${name}`, params: {} }
}
