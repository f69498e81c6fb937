import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'

/** As many bits as any of our ids has: two never meet. */
const idBytes = 10
const idsAtOnce = 256

/** An id for each request. Chance is drawn for many at a time: asking the system for it anew each time is felt. */
export function createRequestIds(random: Random): () => string {
  let drawn = Buffer.alloc(0)
  let next = 0
  return () => {
    if (next === drawn.length) {
      drawn = Buffer.from(random.bytes(idBytes * idsAtOnce))
      next = 0
    }
    next += idBytes
    return drawn.toString('hex', next - idBytes, next)
  }
}

type ObserverParts = { readonly log: Log; readonly metrics: Metrics }

/** The code of the envelope that was sent, kept beside the request for the log and the figures. */
const codeOf = new WeakMap<FastifyRequest, number>()

export function recordCode(request: FastifyRequest, code: number): void {
  codeOf.set(request, code)
}

/**
 * One log line and one measurement for each call. The route's pattern stands for the address: what a caller typed,
 * the query string above all, may hold a secret and is never written.
 */
export function observeRequests(app: FastifyInstance, { log, metrics }: ObserverParts): void {
  // None of these waits for anything, and each would be waited for if it were asynchronous.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const code = codeOf.get(request)
    if (code === undefined) return done()
    const path = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    metrics.callSeconds.observe({ path, code: String(code) }, reply.elapsedTime / 1000)
    const line = {
      request: request.id,
      verb: request.method,
      path,
      answer: code,
      ms: Math.round(reply.elapsedTime),
    }
    log.info(line, 'call')
    done()
  })
}
