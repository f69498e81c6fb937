import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'

/** 80 bits, like the ids that `randomId` makes. */
const idBytes = 10
const idsPerDraw = 256

/** Draws random bytes for 256 ids at a time, because one system call per request would take measurable time. */
export function createRequestIds(random: Random): () => string {
  let drawn = Buffer.alloc(0)
  let next = 0
  return () => {
    if (next === drawn.length) {
      drawn = Buffer.from(random.bytes(idBytes * idsPerDraw))
      next = 0
    }
    next += idBytes
    return drawn.toString('hex', next - idBytes, next)
  }
}

type ObserverParts = { readonly log: Log; readonly metrics: Metrics }

/** Of requests that the server sends itself. No client has it. */
export const ownAddress = '0.0.0.0'

/** The envelope code of each answered request, for its log line and metric. */
const codeOf = new WeakMap<FastifyRequest, number>()

export function recordCode(request: FastifyRequest, code: number): void {
  codeOf.set(request, code)
}

/**
 * Writes one log line and one measurement per call. They carry the route's pattern, never the address: its query string
 * may hold a secret.
 */
export function observeRequests(app: FastifyInstance, { log, metrics }: ObserverParts): void {
  // Callback hooks, because Fastify would await asynchronous ones.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const code = codeOf.get(request)
    if (code === undefined || request.socket.remoteAddress === ownAddress) return done()
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
